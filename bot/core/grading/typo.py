"""Decides whether a word is another one mistyped, and never turns one term into a different term."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz.distance import OSA

from bot.core.grading import lexicon
from bot.core.grading.sound import alike, distance, skeleton

NEAR = 0.45
"""The largest sound distance of one word to another that it stands for."""
NEAR_LONG = 0.6
"""The same from five consonants on."""


@lru_cache(maxsize=65536)
def opposed(a: str, b: str) -> bool:
    """Whether two words are known to differ in meaning: opposed affixes (en-/de-, -ate/-ite) or one look-alike family."""
    families = lexicon.confusable()
    one, two = families.get(lexicon.stem(a)), families.get(lexicon.stem(b))
    if one and two and one & two and lexicon.stem(a) != lexicon.stem(b):
        return True
    prefixes, suffixes = lexicon.opposed_affixes()
    return _swapped(a, b, prefixes, at_end=False) or _swapped(a, b, suffixes, at_end=True)


def _swapped(a: str, b: str, table: dict[str, frozenset[str]], *, at_end: bool) -> bool:
    """Whether the words agree but for an affix of one family; the rest has three letters at least."""
    for affix, others in table.items():
        rest = _rest(a, affix, at_end)
        if rest is None:
            continue
        for other in others:
            second = _rest(b, other, at_end)
            if second is not None and (rest == second or (len(rest) > 3 and alike(rest, second))):
                return True
    return False


def _rest(word: str, affix: str, at_end: bool) -> str | None:
    if len(word) < len(affix) + 3 or not (word.endswith(affix) if at_end else word.startswith(affix)):
        return None
    return word[: len(word) - len(affix)] if at_end else word[len(affix) :]


@lru_cache(maxsize=65536)
def is_slip(typed: str, meant: str) -> bool:
    """Whether `typed` is `meant` with about one slip per five letters (missing, doubled, swapped, neighbouring)."""
    if typed == meant:
        return True
    if len(meant) < 4 or len(typed) < 3 or not typed.isalpha() or not meant.isalpha():
        return False
    if min(len(typed), len(meant)) < 4 and typed[0] != meant[0]:
        return False
    if len(meant) == 4 and len(typed) == 4 and typed[0] != meant[0]:
        return False
    allowed = max(1, len(meant) // 5)
    return OSA.distance(typed, meant, score_cutoff=allowed) <= allowed and not opposed(typed, meant)


@lru_cache(maxsize=65536)
def sound_cost(typed: str, meant: str) -> float | None:
    """The sound distance when `typed` can stand for `meant`, else None."""
    if not typed.isalpha() or not meant.isalpha() or min(len(typed), len(meant)) < 3:
        return None
    cost = distance(typed, meant)
    limit = NEAR_LONG if min(len(skeleton(typed)), len(skeleton(meant))) > 4 else NEAR
    if cost > limit or opposed(typed, meant):
        return None
    return cost
