"""What the chat in the terminal keeps between two runs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.sandbox.terminal_state import Kept, Unreadable, alone, load, save

if TYPE_CHECKING:
    from pathlib import Path

KEPT = Kept(timedelta(days=1, seconds=30), datetime(2026, 1, 5, 9, tzinfo=UTC), 12, 34, "<3 & अशा", "hi")


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    """The second run reads what the first wrote, the newest of it, and nothing else lies beside it."""
    path = tmp_path / "try.json"
    save(path, KEPT)
    save(path, replace(KEPT, next_message_id=35))
    assert load(path) == replace(KEPT, next_message_id=35)
    assert [file.name for file in tmp_path.iterdir()] == ["try.json"]


def test_there_is_nothing_before_the_first_run(tmp_path: Path) -> None:
    """No file means that nobody has been here."""
    assert load(tmp_path / "try.json") is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b"\xff",
        b'{"clock_offset_seconds": 1e300}',
        b'{"clock_offset_seconds": "x"}',
    ],
)
def test_a_file_that_holds_something_else_is_said_to_be_unreadable(tmp_path: Path, content: bytes) -> None:
    """Whatever the file holds, reading it ends in a value or in Unreadable."""
    path = tmp_path / "try.json"
    path.write_bytes(content)
    with pytest.raises(Unreadable):
        load(path)


def test_only_one_sits_at_the_chat(tmp_path: Path) -> None:
    """A second one is told so, and can come when the first has left."""
    path = tmp_path / "try.lock"
    with alone(path) as first, alone(path) as second:
        assert (first, second) == (True, False)
    with alone(path) as later:
        assert later
