"""How the commands put files, problems and numbers into words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.services.deck_source import plain

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bot.core.deckfile import Problem


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 card, 2 cards."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def problem_lines(path: Path, problems: Iterable[Problem]) -> list[str]:
    """Each problem as `file:line: what, remedy`, which editors can jump to."""
    return [f"{plain(path)}:{each.line}: {plain(each.what)}, {plain(each.remedy)}" for each in problems]
