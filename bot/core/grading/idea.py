"""Decides when two ideas say the same, deny one another or speak of different things. An idea is a content word or phrase
with its senses, affirmed or denied, and the nouns beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.core.grading.senses import Sense

QUANTITY = "a:quantity"


@dataclass(frozen=True, slots=True)
class Idea:
    """A content word or phrase: its own stem ("" for a phrase), its senses, and whether it stands denied (-1)."""

    word: str
    own: str
    senses: frozenset[Sense]
    at: int
    end: int
    sign: int = 1
    number: bool = False
    nouns: tuple[frozenset[str], ...] = ()
    """For an idea with a side on an axis: the names of the nouns it stands beside."""

    @property
    def names(self) -> frozenset[str]:
        """What another idea may know it by."""
        return frozenset({self.own} | {n for n, _ in self.senses if n[0] == "s"}) - {""}

    @property
    def has_side(self) -> bool:
        """Whether it takes a side on an axis."""
        return any(n[0] == "a" for n, _ in self.senses)

    @property
    def axes(self) -> list[Sense]:
        """The sides it takes, denial counted."""
        return [(name, s * self.sign) for name, s in self.senses if name[0] == "a"]


def agreement(wanted: Idea, given: Idea) -> int:
    """1 when two ideas say the same, -1 when one is the other's opposite or denial, 0 when they do not meet."""
    same_word = bool(wanted.own) and wanted.own == given.own
    if wanted.number or given.number:
        return 1 if same_word else 0
    shared = [(a, b) for a in wanted.senses for b in given.senses if a[0] == b[0]]
    if same_word:
        return 1 if wanted.sign == given.sign or 0 in (wanted.sign, given.sign) else -1
    if not shared:
        return 0
    if any(a[1] * wanted.sign == b[1] * given.sign or 0 in (wanted.sign, given.sign) for a, b in shared):
        return 1
    return -1 if any(a[0][0] == "a" and a[0] != QUANTITY for a, b in shared) else 0


def overlap(wanted: Idea, given: Idea) -> int:
    """How many of the nouns beside one idea stand beside the other too."""
    theirs = frozenset().union(*given.nouns) if given.nouns else frozenset()
    return sum(bool(noun & theirs) for noun in wanted.nouns)


def opposite(wanted: Idea, given: Idea) -> bool:
    """Whether two ideas take opposite sides of an axis, "more" in any words against "less" in any words."""
    theirs = dict(given.senses)
    return any(
        n in theirs and s * wanted.sign == -theirs[n] * given.sign != 0
        for n, s in wanted.senses
        if n[0] == "a"
    )


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a card that a reply's unknown words may stand for, and the expansions of its acronyms."""

    known: tuple[str, ...] = ()
    expansions: Mapping[tuple[str, ...], str] | None = None
