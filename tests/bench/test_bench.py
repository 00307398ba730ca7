"""The benchmark measures what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench import turns

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def test_every_measured_turn_is_an_answer_that_was_graded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small class goes through the whole path, and the echo gets the same updates."""
    monkeypatch.setattr(turns, "LEARNERS", 2)
    monkeypatch.setattr(turns, "TURNS", 4)
    measured = await turns.measure(tmp_path)
    assert len(measured.alone.steps) == len(measured.updates) == 4
    assert len(measured.waves.steps) == 2
    assert measured.rows > 5
    assert len((await turns.echo(measured.updates)).steps) == 4
