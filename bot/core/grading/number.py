"""Decides what a number in a text is worth: numerals, English and Hindi number words, powers, lakh and crore, with the unit
behind it. Values are exact fractions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.sound import key
from bot.core.grading.unit import Dimension, dimension_of, read_unit, text_at, whole_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.normalise import Token

_EXPONENT_LIMIT = 60


_DIGIT_LIMIT = 40
_MOST = 40
"""Quantities of a text that are looked at; more is no answer."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value with its unit and its place; `places` are the decimals as written, `unit` the words of the unit."""

    value: Fraction
    places: int
    start: int
    end: int
    numeral: bool
    dimension: Dimension = ()
    factor: Fraction = Fraction(1)

    @property
    def base(self) -> Fraction:
        """The value in base units."""
        return self.value * self.factor


def quantities(tokens: Sequence[Token], *, kelvin: bool = False) -> list[Quantity]:
    """The amounts that a text gives, left to right: number words only where no numeral stands. `kelvin`: a lone k behind a
    number is the unit, else a thousand.
    """
    found = every_quantity(tokens, kelvin=kelvin)
    last = max((i for i, t in enumerate(tokens) if t.text == "="), default=-1)
    if last >= 0:
        found = [q for q in found if q.start > last] or found
    if any(q.numeral for q in found):
        return [q for q in found if q.numeral or q.end - q.start > 1]
    firm = [
        q for q in found if q.end - q.start > 1 or not lexicon.is_in(tokens[q.start].text, "number_homonym")
    ]
    return firm or found


def every_quantity(tokens: Sequence[Token], *, kelvin: bool = False) -> list[Quantity]:
    """All numerals and number words of a text with their units."""
    found: list[Quantity] = []
    at = 0
    while at < len(tokens) and len(found) < _MOST:
        quantity = _quantity(tokens, at, kelvin)
        if quantity is None:
            at += 1
        else:
            found.append(quantity)
            at = quantity.end
    return found


def _quantity(tokens: Sequence[Token], at: int, kelvin: bool) -> Quantity | None:
    start, sign = at, 1
    minus = tokens[at].text in ("-", "minus", "negative", "rin")
    if minus and (at == 0 or (tokens[at - 1].kind != "number" and tokens[at - 1].text not in ")^")):
        sign, at = -1, at + 1
    elif at > 0 and tokens[at].kind == "number" and tokens[at - 1].text == "^":
        return None
    number = _numeral(tokens, at, kelvin) or _worded(tokens, at)
    if number is None:
        return None
    value, places, end, numeral = number
    currency = lexicon.units().get(tokens[start - 1].text) if start > 0 else None
    quantity = Quantity(sign * value, places, start, end, numeral)
    dimension, factor, end = read_unit(tokens, end, kelvin)
    if not dimension and currency is not None and currency[0] in ("G", "U", "E"):
        dimension, factor = dimension_of(currency[0]), currency[1]
    return replace(quantity, dimension=dimension, factor=factor, end=end)


def _numeral(tokens: Sequence[Token], at: int, kelvin: bool) -> tuple[Fraction, int, int, bool] | None:
    """A numeral with fraction, power and factor words behind it."""
    if at >= len(tokens) or tokens[at].kind != "number" or len(tokens[at].text) > _DIGIT_LIMIT:
        return None
    text = tokens[at].text
    value, places, end = Fraction(text), len(text.partition(".")[2]), at + 1
    if (
        text_at(tokens, end) == "/"
        and whole_at(tokens, end + 1)
        and text_at(tokens, end + 2) != "/"
        and "." not in text
        and text_at(tokens, at - 1) != "/"
        and int(tokens[end + 1].text)
    ):
        value, end = value / int(tokens[end + 1].text), end + 2
    power, end = _power(tokens, end, value)
    value = power
    if text_at(tokens, end) in ("*", "x", "into") and text_at(tokens, end + 1) == "10":
        ten, after = _power(tokens, end + 2, Fraction(10))
        if after > end + 2:
            value, end = value * ten, after
    if re.fullmatch(r"e\d{1,2}", text_at(tokens, end)):
        value, end = value * Fraction(10) ** int(tokens[end].text[1:]), end + 1
    while end < len(tokens) and (factor := lexicon.factor(tokens[end].text)):
        if kelvin and tokens[end].text == "k":
            break
        value, end = value * factor, end + 1
    return value, places, end, True


def _power(tokens: Sequence[Token], at: int, base: Fraction) -> tuple[Fraction, int]:
    """`base` raised by "^8", "ki power 8", "to the power of -3", "raised to 8", and where that ends."""
    end = at
    while end < at + 4 and text_at(tokens, end) in {
        "^",
        "*",
        "ki",
        "to",
        "the",
        "power",
        "of",
        "raised",
        "ghat",
        "ke",
        "pe",
    }:
        end += 1
    named = {text_at(tokens, k) for k in range(at, end)} & {"^", "power", "raised", "ghat"}
    sign = -1 if text_at(tokens, end) in ("-", "minus") else 1
    end += sign < 0
    if (
        not named
        or not whole_at(tokens, end)
        or int(tokens[end].text) > _EXPONENT_LIMIT
        or base == 0
        or base > 1000
    ):
        return base, at
    return base ** (sign * int(tokens[end].text)), end + 1


def _worded(tokens: Sequence[Token], at: int) -> tuple[Fraction, int, int, bool] | None:
    """Number words: "char sau taintalis", "twenty five", "four four three", "nineteen forty seven", "dedh lakh"."""
    parts: list[Fraction | int] = []
    end = at
    while end < len(tokens) and not tokens[end].is_mark and len(parts) < 12:
        word = tokens[end].text
        value = lexicon.number_value(word)
        if value is None and tokens[end].native:
            value = _by_sound(word)
        factor = lexicon.factor(word) if word not in ("k", "mn", "bn", "cr") else None
        if value is not None:
            parts.append(value)
        elif factor and (parts or (factor >= 100 and word != "lac")):
            parts += [factor] if parts else [Fraction(1), factor]
        elif not (parts and word == "and" and lexicon.number_value(text_at(tokens, end + 1)) is not None):
            break
        end += 1
    share = lexicon.parts().get(text_at(tokens, end)) if parts else None
    if share:
        return _sum(parts) / share, 0, end + 1, False
    return (_sum(parts), 0, end, False) if parts else None


@lru_cache(maxsize=4096)
def _by_sound(word: str) -> Fraction | None:
    return _sounds().get(key(word))


@lru_cache(maxsize=1)
def _sounds() -> dict[str, Fraction]:
    return {key(word): value for word, value in lexicon.number_words()[0].items()}


def _sum(parts: list[Fraction | int]) -> Fraction:
    """The value of number words in a row; factors are plain ints."""
    values = [p for p in parts if isinstance(p, Fraction)]
    if len(values) == len(parts) and len(parts) > 1:
        if all(0 <= v < 10 for v in values):
            return (
                Fraction("".join(str(v) for v in values))
                if all(v.denominator == 1 for v in values)
                else sum(values, Fraction(0))
            )
        if len(parts) in (2, 3) and 10 < values[0] < 22 and values[1] >= 10:
            return values[0] * 100 + sum(values[1:])
    total = current = Fraction(0)
    for part in parts:
        if isinstance(part, Fraction):
            current += part
        elif part == 100:
            current = (current or Fraction(1)) * 100
        else:
            total, current = total + (current or Fraction(1)) * part, Fraction(0)
    return total + current
