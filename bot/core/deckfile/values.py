"""What reading a deck file yields: its cards with their lines, its prose, and everything that is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.core.card import Card

MOST_PROBLEMS = 10_000
"""Faults listed for one file; a file with more is not a deck but an accident, and its list must fit in memory."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a deck file: its line (1-based), what is wrong, what to write instead."""

    line: int
    what: str
    remedy: str


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card and the line of its question (1-based).

    `example_lines` holds the line of each `Accept:` wording, then of each `Reject:` wording, in the card's order.
    """

    line: int
    card: Card
    example_lines: tuple[int, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A deck as its file states it; with problems, what could be read in spite of them.

    `language` is "" where the file gives none. `cards` are in file order and include the drafts. `prose` is the
    text outside the cards: it feeds the grader's vocabulary.
    """

    name: str
    title: str
    language: str = ""
    tags: tuple[str, ...] = ()
    cards: tuple[PlacedCard, ...] = ()
    prose: str = ""
    problems: tuple[Problem, ...] = ()

    @property
    def complete(self) -> tuple[PlacedCard, ...]:
        """The cards that can be asked."""
        return tuple(placed for placed in self.cards if not placed.card.is_draft)

    @property
    def drafts(self) -> tuple[PlacedCard, ...]:
        """The cards whose answer has still to be written."""
        return tuple(placed for placed in self.cards if placed.card.is_draft)


class ProblemLog:
    """Collects the problems of one reading, in any order, up to `MOST_PROBLEMS`."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []
        self._full = False

    def add(self, line: int, what: str, remedy: str) -> None:
        """Note one fault; beyond the limit a single closing entry stands for the rest."""
        if len(self._problems) < MOST_PROBLEMS:
            self._problems.append(Problem(line, what, remedy))
        elif not self._full:
            self._full = True
            self._problems.append(
                Problem(line, "too many problems to list them all", "mend those above, then check again")
            )

    def in_order(self) -> tuple[Problem, ...]:
        """All faults by line; those of one line as they were found."""
        return tuple(sorted(self._problems, key=lambda problem: problem.line))
