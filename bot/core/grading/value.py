"""Decides whether two quantities are worth the same: by value in base units, finer ones after rounding, temperatures with
their offsets, a kilo of data as 1000 or 1024.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from bot.core.grading.unit import CELSIUS, HEAT, KELVIN

if TYPE_CHECKING:
    from bot.core.grading.number import Quantity

_DATA = "B"


def same_value(card: Quantity, reply: Quantity) -> bool:
    """Whether two quantities with comparable units are equal, or the reply, being finer, rounds to the card's."""
    given, wanted = _comparable(reply, card)
    if wanted is None or given is None:
        return False
    return any(_equal_or_finer(card, reply, g, w) for g in given for w in wanted)


def _equal_or_finer(card: Quantity, reply: Quantity, given: Fraction, wanted: Fraction) -> bool:
    if given == wanted:
        return True
    if (
        reply.places <= card.places
        or card.factor == 0
        or reply.places > 12
        or reply.dimension != card.dimension
    ):
        return False
    return _rounded(given / card.factor, card.places) == card.value


def _rounded(value: Fraction, places: int) -> Fraction:
    """Half away from zero, as schools round."""
    scaled = abs(value) * 10**places
    whole = (scaled.numerator * 2 + scaled.denominator) // (2 * scaled.denominator)
    return Fraction(whole, 10**places) * (1 if value >= 0 else -1)


def _comparable(a: Quantity, b: Quantity) -> tuple[list[Fraction] | None, list[Fraction] | None]:
    if a.dimension == b.dimension:
        if a.dimension == ((_DATA, 1),):
            return _data(a), _data(b)
        return [a.base], [b.base]
    if a.dimension in HEAT and b.dimension in HEAT:
        return [_kelvins(a)], [_kelvins(b)]
    return None, None


def _data(q: Quantity) -> list[Fraction]:
    """A kilo of data is 1000 or 1024."""
    steps = {Fraction(8) * 1000**n: n for n in range(1, 5)}
    n = steps.get(q.factor)
    return [q.base] if n is None else [q.base, q.value * 8 * 1024**n]


def _kelvins(q: Quantity) -> Fraction:
    if q.dimension == KELVIN:
        return q.value
    if q.dimension == CELSIUS:
        return q.value + Fraction(27315, 100)
    return (q.value - 32) * Fraction(5, 9) + Fraction(27315, 100)
