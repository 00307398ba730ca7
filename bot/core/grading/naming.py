"""Decides by which other names a wording is known through notation alone: a qualified identifier by its last part and by
its words, a growth rate by its name, a tolerance as the range it spans.
"""

from __future__ import annotations

import re
from fractions import Fraction

from bot.core.grading import lexicon

_IDENTIFIER = re.compile(r"(?:[A-Za-z]\w*(?:::|\.))*[A-Za-z]\w*")
_PARTS = re.compile(r"[A-Z]?[a-z]+\d*|[A-Z]+(?![a-z])\d*")
_GROWTH = re.compile(r"[oOθΘ]\((.+)\)")
_TOLERANCE = re.compile(r"(\d+(?:\.\d+)?)\s*(?:±|\+/-)\s*(\d+(?:\.\d+)?)(.*)", re.DOTALL)


def is_identifier(text: str) -> bool:
    """Whether a wording is one name with parts ("std::unique_ptr", "setTimeout"), which may be said in words."""
    bare = text.strip("` ")
    return bool(_IDENTIFIER.fullmatch(bare)) and ("::" in bare or "_" in bare.strip("_"))


def other_names(text: str) -> list[str]:
    """What else the wording is called."""
    bare = text.strip("` ")
    if is_identifier(bare):
        last = bare.split("::")[-1]
        parts = _PARTS.findall(last)
        spelt = [min(lexicon.shorthand().get(p.casefold(), {p})) for p in parts]
        return [*dict.fromkeys(n for n in (last, " ".join(parts), " ".join(spelt)) if n and n != bare)]
    if _GROWTH.fullmatch(bare) is not None:
        return list(lexicon.growth_rates().get(_rate(bare), ()))
    tolerance = _TOLERANCE.fullmatch(bare)
    if tolerance is not None:
        middle, spread = Fraction(tolerance[1]), Fraction(tolerance[2])
        ends = (middle - spread, middle + spread)
        if all(end.denominator == 1 for end in ends):
            return [f"{ends[0]} to {ends[1]}{tolerance[3]}"]
    return []


def other_rates(text: str) -> list[str]:
    """For a growth rate the names of all others, which are near misses."""
    if _GROWTH.fullmatch(text.strip("` ")) is None:
        return []
    own = _rate(text.strip("` "))
    return [n for rate, names in lexicon.growth_rates().items() if rate != own for n in names]


def _rate(text: str) -> str:
    """What stands in O(...), without spaces."""
    return text[2:-1].replace(" ", "").casefold()
