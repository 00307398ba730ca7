"""Decides what general language makes of a word: its synonym classes and its side on the axes of opposites, in English,
Hindi and Hinglish.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from bot.core.grading import lexicon
from bot.core.grading.lexicon import spelling, stem
from bot.core.grading.sound import key

Sense = tuple[str, int]
"""A class name and a sign: +1 or -1 on an axis, +1 in a synonym class."""

_CAUSATIVE = ("", "a", "va", "la", "l")

_QUANTITY = frozenset({"amount", "change_up", "size", "length"})
"""Axes that say "more" in different words; they also meet on one axis of their own."""
_NEGATIVE_PREFIXES = ("un", "non", "in", "im", "ir", "dis", "a")
_PHRASE_LIMIT = 5


@cache
def _tables() -> tuple[
    dict[str, frozenset[Sense]],
    dict[str, frozenset[Sense]],
    dict[tuple[str, ...], frozenset[Sense]],
    frozenset[str],
]:
    """Words, Hindi verb stems and phrases with their senses; and the marked axes (`!` strong, `?` attribute)."""
    words: dict[str, set[Sense]] = {}
    verbs: dict[str, set[Sense]] = {}
    phrases: dict[tuple[str, ...], set[Sense]] = {}
    marked: set[str] = set()
    for name, sign, entry in _entries(marked):
        if entry[0] == "~":
            for form in _verb_stems(spelling(entry[1:])):
                verbs.setdefault(form, set()).add((name, sign))
        elif "_" in entry:
            phrases.setdefault(tuple(spelling(w) for w in entry.split("_")), set()).add((name, sign))
        else:
            words.setdefault(entry, set()).add((name, sign))
    return (
        {w: frozenset(s) for w, s in words.items()},
        {w: frozenset(s) for w, s in verbs.items()},
        {w: frozenset(s) for w, s in phrases.items()},
        frozenset(marked),
    )


def _verb_stems(verb: str) -> tuple[str, ...]:
    """A stem, and without the short vowel that falls before an ending ("badal", "badla")."""
    short = re.fullmatch(r"(.*[^aeiou])a([^aeiou]h?)", verb)
    return (verb, short[1] + short[2]) if short and any(v in short[1] for v in "aeiou") else (verb,)


def _entries(marked: set[str]) -> list[tuple[str, int, str]]:
    found: list[tuple[str, int, str]] = []
    for line in lexicon.lines("axes.txt"):
        name, _, rest = line.partition(":")
        mark, name = (name[0], name[1:]) if name[0] in "!?" else ("", name)
        if mark:
            marked.add(mark + "a:" + name)
        for sign, side in zip((1, -1), rest.split("|"), strict=True):
            found += [("a:" + name, sign, entry) for entry in side.split()]
            if name in _QUANTITY:
                found += [("a:quantity", sign, entry) for entry in side.split()]
    for number, line in enumerate([*lexicon.lines("synonyms.txt"), *lexicon.lines("translations.txt")]):
        found += [(f"s:{number}", 1, entry) for entry in line.split()]
    return found


@cache
def _folded() -> tuple[dict[str, frozenset[Sense]], dict[str, frozenset[Sense]], dict[str, frozenset[Sense]]]:
    """The words by mild spelling, by English stem and by sound; a form shared by two words has the senses of both."""
    tables: tuple[dict[str, frozenset[Sense]], ...] = ({}, {}, {})
    for word, senses in _tables()[0].items():
        for table, form in zip(tables, (spelling(word), stem(word), key(word)), strict=True):
            table[form] = table.get(form, frozenset()) | senses
    return tables[0], tables[1], tables[2]


def is_strong(name: str) -> bool:
    """Whether asserting the other side of this axis contradicts by itself."""
    return "!" + name in _tables()[3]


def is_attribute(name: str) -> bool:
    """Whether things with either side of this axis may stand side by side in one answer."""
    return "?" + name in _tables()[3]


def load() -> None:
    """Read the lexicon now, so that no reply waits for it."""
    _folded()
    lexicon.translates("rain", "barish")


def listed(word: str) -> frozenset[Sense]:
    """The senses of a word exactly as the lexicon writes it."""
    return _tables()[0].get(word, frozenset())


@lru_cache(maxsize=65536)
def senses(word: str, native: bool = False) -> frozenset[Sense]:
    """All senses of a word, by spelling, stem, verb ending, sound, or as the negation of a known word."""
    exact = _tables()[0].get(word)
    if exact is not None:
        return exact
    by_spelling, by_stem, by_sound = _folded()
    found: frozenset[Sense] | None = (
        by_spelling.get(spelling(word)) or by_stem.get(stem(word)) or _verb(word) or _adjective(word)
    )
    if not found and (native or len(word) > 3):
        found = by_sound.get(key(word))
    return found or _negated(word)


@cache
def _endings() -> tuple[str, ...]:
    """Endings of Hindi verb forms, plain and causative, folded, the longest first."""
    folded = {spelling(c + e) for c in _CAUSATIVE for e in lexicon.group("verb_ending")} | {"n", ""}
    return tuple(sorted(folded, key=len, reverse=True))


def _verb(word: str) -> frozenset[Sense]:
    """A Hindi verb by its stem: "banaata", "bnate", "badalkar"."""
    folded = spelling(word)
    verbs = _tables()[1]
    for ending in _endings():
        if len(folded) - len(ending) >= 2 and folded.endswith(ending):
            found = verbs.get(folded[: len(folded) - len(ending)])
            if found:
                return found
    return frozenset()


def _adjective(word: str) -> frozenset[Sense]:
    """A Hindi adjective by its masculine form ("moti" is mota's)."""
    base = spelling(word)
    return (
        _folded()[0].get(base[:-1] + "a", frozenset()) if base[-1:] in "ie" and len(base) > 3 else frozenset()
    )


def _negated(word: str) -> frozenset[Sense]:
    """ "unsorted", "stateless": the known word with the other sign."""
    rests = [word[len(p) :] for p in _NEGATIVE_PREFIXES if word.startswith(p) and len(word) - len(p) > 3]
    rests += [word[:-4]] if word.endswith("less") and len(word) > 7 else []
    for rest in rests:
        known = _tables()[0].get(rest) or _folded()[1].get(stem(rest))
        if known:
            return frozenset((name, -sign) for name, sign in known if name[0] == "a")
    return frozenset()


def phrase_at(words: tuple[str, ...], at: int) -> tuple[int, frozenset[Sense]]:
    """The longest lexicon phrase that starts at a word: how many words, and its senses (0 when none does)."""
    phrases = _tables()[2]
    for n in range(min(_PHRASE_LIMIT, len(words) - at), 1, -1):
        found = phrases.get(words[at : at + n])
        if found:
            return n, found
    return 0, frozenset()


@lru_cache(maxsize=65536)
def synonymous(a: str, b: str) -> bool:
    """Whether two words share a synonym class or a side of an axis."""
    return bool(senses(a) & senses(b))
