"""Decides which unit a text names: products and quotients of units with powers, as dimensions with an exact factor."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.sound import key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.core.grading.normalise import Token

_DIMENSION = re.compile(r"([A-Z])(-?\d+)?")


Dimension = tuple[tuple[str, int], ...]


KELVIN: Dimension = (("K", 1),)


CELSIUS: Dimension = (("C", 1),)


FAHRENHEIT: Dimension = (("F", 1),)


HEAT = frozenset({KELVIN, CELSIUS, FAHRENHEIT})
"""The dimensions of temperature, compared with their offsets."""

MONEY: frozenset[Dimension] = frozenset({(("G", 1),), (("U", 1),), (("E", 1),)})
"""The dimensions of currencies."""


@lru_cache(maxsize=4096)
def dimension_of(text: str) -> Dimension:
    """The base letters and powers of a dimension as the lexicon writes it ("MLT-2")."""
    return tuple(sorted((m[1], int(m[2] or 1)) for m in _DIMENSION.finditer(text)))


def text_at(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].text if 0 <= at < len(tokens) else ""


def whole_at(tokens: Sequence[Token], at: int) -> bool:
    return (
        at < len(tokens)
        and tokens[at].kind == "number"
        and tokens[at].text.isdigit()
        and len(tokens[at].text) < 10
    )


def read_unit(tokens: Sequence[Token], at: int, kelvin: bool) -> tuple[Dimension, Fraction, int]:
    """The unit that starts at a token: a product or quotient of units with powers."""
    powers: dict[str, int] = {}
    factor, end, sign = Fraction(1), at, 1
    while end < len(tokens):
        mark = text_at(tokens, end)
        step = end
        if mark in ("/", "per", "prati") and powers:
            sign, step = -1, end + 1
        elif (mark in ("*", ".") and powers) or mark == "-":
            step = end + 1
        one = _one_unit(tokens, step, kelvin, behind_slash=sign < 0)
        if one is None:
            break
        dimension, scale, end = one
        exponent, end = _unit_power(tokens, end)
        for letter, power in dimension:
            powers[letter] = powers.get(letter, 0) + sign * exponent * power
        factor *= scale ** (sign * exponent)
    return tuple(sorted((k, v) for k, v in powers.items() if v)), factor, end if powers else at


def _one_unit(
    tokens: Sequence[Token], at: int, kelvin: bool, *, behind_slash: bool
) -> tuple[Dimension, Fraction, int] | None:
    word = text_at(tokens, at)
    if word in ("°", "degree", "degrees", "deg"):
        following = text_at(tokens, at + 1)
        scale = {
            "c": CELSIUS,
            "celsius": CELSIUS,
            "centigrade": CELSIUS,
            "f": FAHRENHEIT,
            "fahrenheit": FAHRENHEIT,
            "k": KELVIN,
            "kelvin": KELVIN,
        }
        if following in scale:
            return scale[following], Fraction(1), at + 2
        return dimension_of("R"), Fraction(1), at + 1
    if behind_slash and word == "h":
        return dimension_of("T"), Fraction(3600), at + 1
    if word in ("c", "f") and text_at(tokens, at - 1).replace(".", "").isdigit():
        return (CELSIUS if word == "c" else FAHRENHEIT), Fraction(1), at + 1
    if word == "k" and not kelvin:
        return None
    known = lexicon.units().get(word) or _native_units().get(
        key(word) if at < len(tokens) and tokens[at].native else ""
    )
    return (dimension_of(known[0]), known[1], at + 1) if known else None


@lru_cache(maxsize=1)
def _native_units() -> dict[str, tuple[str, Fraction]]:
    return {key(name): unit for name, unit in lexicon.units().items() if len(name) > 2}


def _unit_power(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """The power behind a unit ("^2", "^-1", "squared"), and where it ends."""
    word = text_at(tokens, at)
    if word in ("squared", "square", "cubed"):
        return (3 if word == "cubed" else 2), at + 1
    if word != "^":
        return 1, at
    sign = -1 if text_at(tokens, at + 1) == "-" else 1
    at += 1 + (sign < 0)
    if whole_at(tokens, at) and int(tokens[at].text) < 10:
        return sign * int(tokens[at].text), at + 1
    return 1, at


def names_unit(tokens: Iterable[Token], dimension: Dimension) -> bool:
    """Whether a text (the question) names a unit of this dimension."""
    listed = list(tokens)
    for at in range(len(listed)):
        if listed[at].text == "a" and not (
            at and (listed[at - 1].kind == "number" or listed[at - 1].text == "(")
        ):
            continue  # the article, not the ampere
        found, _, end = read_unit(listed, at, kelvin=True)
        if end > at and found == dimension:
            return True
    return False
