"""Decides which calendar date a text names, and whether all of its parts, some or a wrong one are there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.number import quantities
from bot.core.grading.sound import key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.normalise import Token


@dataclass(frozen=True, slots=True)
class Date:
    """A date of which any part may be unknown (0)."""

    day: int = 0
    month: int = 0
    year: int = 0

    @property
    def parts(self) -> tuple[int, int, int]:
        """Day, month, year."""
        return self.day, self.month, self.year


def date_in(tokens: Sequence[Token], *, months_needed: bool = False) -> Date | None:
    """The date that the tokens name, or None; `months_needed` asks for a month (a bare year is then no date)."""
    numeric = _numeric(tokens)
    if numeric is not None:
        return numeric
    month = next((m for t in tokens if (m := _month(t))), 0)
    if months_needed and not month:
        return None
    day = year = 0
    for quantity in quantities(tokens):
        value = quantity.value
        if value.denominator != 1 or quantity.dimension:
            continue
        if 1 <= value <= 31 and not day and (month or quantity.numeral):
            day = int(value)
        elif value >= 100 and not year:
            year = int(value)
    return Date(day, month, year) if day or month or year else None


def _month(token: Token) -> int:
    if not token.is_word or len(token.text) < 3:
        return 0
    months = lexicon.months()
    return months.get(token.text) or (
        months.get(key(token.text), 0) if len(token.text) > 3 or token.native else 0
    )


def _numeric(tokens: Sequence[Token]) -> Date | None:
    """26/01/1950, 26-1-1950, 26.1.1950 or 1950-01-26."""
    for i in range(len(tokens) - 4):
        window = tokens[i : i + 5]
        a, b, c = window[0].text, window[2].text, window[4].text
        marks = {window[1].text, window[3].text}
        if not (a.isdigit() and b.isdigit() and c.isdigit() and len(marks) == 1 and marks <= {"/", "-", "."}):
            continue
        if len(a) == 4:
            a, c = c, a
        day, month, year = int(a[:4]), int(b[:4]), int(c[:4])
        if 1 <= day <= 31 and 1 <= month <= 12 and len(c) == 4:
            return Date(day, month, year)
    return None


def agreement(card: Date, reply: Date) -> str:
    """ "all" of the card's parts are given and equal, "some" are and none differs, "none" otherwise."""
    given = [(c, r) for c, r in zip(card.parts, reply.parts, strict=True) if c and r]
    if not given or any(c != r for c, r in given):
        return "none"
    return "all" if len(given) == sum(map(bool, card.parts)) else "some"
