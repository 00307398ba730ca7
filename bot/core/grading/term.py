"""Decides what an instructor's wording is as a term: its words, which of them are acronyms and what those stand for, and
which may be left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from bot.core.grading import lexicon
from bot.core.grading.acronym import SMALL, is_acronym
from bot.core.grading.normalise import card_tokens

ROMAN = {
    "i": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "v": 5,
    "vi": 6,
    "vii": 7,
    "viii": 8,
    "ix": 9,
    "x": 10,
    "xi": 11,
    "xii": 12,
}


_ACT_YEAR = re.compile(r"\b(?:act|adhiniyam|code|ordinance),? \(?(?:1[5-9]|20)\d\d\)?$", re.IGNORECASE)
"""A law's year may go unsaid."""


@dataclass(frozen=True, slots=True)
class Term:
    """A wording ready for matching: its words without marks, which of them are acronyms, and what they stand for."""

    text: str
    words: tuple[str, ...]
    acronyms: frozenset[int] = frozenset()
    optional: frozenset[int] = frozenset()
    expansions: tuple[tuple[tuple[str, ...], ...], ...] = ()
    """For each word that is an acronym its known expansions, by position; () elsewhere."""

    @property
    def content(self) -> tuple[str, ...]:
        """The words that must be met."""
        return tuple(w for i, w in enumerate(self.words) if i not in self.optional)


def make_term(text: str, known: dict[str, tuple[tuple[str, ...], ...]] | None = None) -> Term:
    """A term from an instructor's wording; `known` gives the expansions of acronyms."""
    words = tuple(t for t in card_tokens(text) if not t.is_mark or t.text in "%°")
    upper = _upper(text)
    texts = tuple(w.text for w in words)
    acronyms = frozenset(i for i, w in enumerate(texts) if w in upper or w.rstrip("s") in upper)
    idle = [w in SMALL or lexicon.is_in(w, "title") for w in texts]
    if len(texts) > 2 and _ACT_YEAR.search(text):
        idle[-1] = True
    optional = frozenset(i for i, small in enumerate(idle) if small) if not all(idle) else frozenset()
    table = known or {}
    common = lexicon.common_acronyms()
    expansions = tuple(
        (table.get(w.rstrip("s"), ()) or table.get(w, ()) or common.get(w, ()))
        if i in acronyms or w in table
        else ()
        for i, w in enumerate(texts)
    )
    return Term(text.strip(), texts, acronyms, optional, expansions)


def _upper(text: str) -> frozenset[str]:
    """The words written as acronyms; in a wording all in capitals ("LEFT JOIN") only those without a vowel."""
    bare = [w.strip("()[],;:!?*`\"'") for w in text.split()]
    shouted = len(bare) > 1 and all(w.isupper() for w in bare if w.isalpha())
    return frozenset(
        w.replace(".", "").casefold()
        for w in bare
        if is_acronym(w) and not (shouted and len(w) > 3 and any(v in w for v in "AEIOU"))
    )


def number_of(word: str) -> Fraction | None:
    """The value of a numeral, a number word or a Roman numeral up to twelve, else None."""
    if word.replace(".", "", 1).isdigit() and len(word) < 30:
        return Fraction(word)
    if word in ROMAN:
        return Fraction(ROMAN[word])
    return lexicon.number_value(word)
