"""Decides what general language knows of a word: its part in an answer, its look-alikes, its numbers and months.

Everything is read once from the plain text files in `lexicon/`; each file says its own format.
"""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from functools import cache, lru_cache
from importlib import resources

import snowballstemmer  # type: ignore[import-untyped]  # it ships no types

from bot.core.grading.sound import key

_ENGLISH = snowballstemmer.stemmer("english")
_ABSTRACT = ("tva", "tvaa", "twa")
"""Hindi endings of abstract nouns that the stem leaves out, like -ta, which English stemming leaves on."""
_SPELLING = tuple(
    (re.compile(a), b)
    for a, b in (("aa", "a"), ("ee|ii", "i"), ("oo|uu", "u"), ("w", "v"), ("z", "j"), (r"(.)\1+", r"\1"))
)


def lines(name: str) -> list[str]:
    """The lines of a lexicon file without comments and blank lines."""
    text = (resources.files(__package__) / "lexicon" / name).read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


@lru_cache(maxsize=65536)
def spelling(word: str) -> str:
    """A mild form of the sound key for Latin spellings of Hindi: long vowels, doubled letters, w=v, z=j."""
    for pattern, replacement in _SPELLING:
        word = pattern.sub(replacement, word)
    return word


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The English stem (Snowball); words of other scripts and short words stay as they are."""
    if len(word) < 4 or not word.isascii():
        return word
    for ending in _ABSTRACT:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: len(word) - len(ending)]
    return str(_ENGLISH.stemWord(word))


@cache
def group(name: str) -> frozenset[str]:
    """The words and phrases (parts joined by `_`) of one group of `words.txt`."""
    found: set[str] = set()
    for line in lines("words.txt"):
        label, _, words = line.partition(":")
        if label == name:
            found.update(words.split())
    return frozenset(found)


@cache
def phrases(name: str) -> frozenset[tuple[str, ...]]:
    """The entries of a group as tuples of mildly folded words."""
    return frozenset(tuple(spelling(w) for w in entry.split("_")) for entry in group(name))


@cache
def _spellings(name: str) -> frozenset[str]:
    return frozenset(spelling(w) for w in group(name) if "_" not in w)


@cache
def _sounds(name: str) -> frozenset[str]:
    return frozenset(_sounded(w) for w in group(name) if "_" not in w)


def _sounded(word: str) -> str:
    """The sound key with a mark for a spoken final vowel, which short Hindi words hang on ("kaise" is not "cash")."""
    return key(word) + ("-" if word.endswith(("a", "e", "i", "o", "u")) else "")


@lru_cache(maxsize=65536)
def is_in(word: str, name: str, native: bool = False) -> bool:
    """Whether a word is in a group: by spelling, a Devanagari one also by sound."""
    return (
        word in group(name)
        or spelling(word) in _spellings(name)
        or (native and _sounded(word) in _sounds(name))
    )


@lru_cache(maxsize=65536)
def is_stop(word: str, native: bool = False) -> bool:
    """Whether a word carries no content in any answer, English or Hindi."""
    return word in group("stop") or is_in(word, "stop_hi", native)


@cache
def number_words() -> tuple[dict[str, Fraction], dict[str, int]]:
    """Values of number words, and of the words that multiply, by mild spelling."""
    values: dict[str, Fraction] = {}
    factors: dict[str, int] = {}
    for line in lines("numbers.txt"):
        value, _, words = line.partition(":")
        for word in words.split():
            if value[0] == "/":
                continue
            if value[0] == "x":
                factors[_folded_number(word)] = int(value[1:])
            else:
                values.setdefault(_folded_number(word), Fraction(value))
    return values, factors


def number_value(word: str) -> Fraction | None:
    """The value of a number word; short ones only as they are written."""
    return number_words()[0].get(_folded_number(word))


@cache
def parts() -> dict[str, int]:
    """Words for parts and how many make a whole."""
    return {
        w: int(v[1:])
        for v, _, words in (line.partition(":") for line in lines("numbers.txt"))
        if v[0] == "/"
        for w in words.split()
    }


def factor(word: str) -> int | None:
    """What a word multiplies the number before it by ("lakh", "k")."""
    return number_words()[1].get(_folded_number(word))


def _folded_number(word: str) -> str:
    return word if len(word) < 4 else spelling(word)


@cache
def months() -> dict[str, int]:
    """Month numbers by name, short name and sound."""
    return {
        form: int(number)
        for number, _, words in (line.partition(":") for line in lines("months.txt"))
        for word in words.split()
        for form in (word, key(word))
    }


@cache
def units() -> dict[str, tuple[str, Fraction]]:
    """Dimension and factor by unit name."""
    found: dict[str, tuple[str, Fraction]] = {}
    for line in lines("units.txt"):
        head, _, names = line.partition(":")
        dimension, factor = head.split()
        for name in names.split():
            found[name] = (dimension, Fraction(factor))
    return found


@cache
def opposed_affixes() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """For each prefix and each suffix those that turn the word into another term."""
    tables: dict[str, dict[str, set[str]]] = {"prefix": defaultdict(set), "suffix": defaultdict(set)}
    for line in lines("opposed.txt"):
        label, _, families = line.partition(":")
        for family in families.split("|"):
            affixes = ["" if a == "-" else a for a in family.split()]
            for affix in affixes:
                tables[label][affix].update(a for a in affixes if a != affix)
    prefixes, suffixes = ({a: frozenset(b) for a, b in t.items()} for t in tables.values())
    return prefixes, suffixes


@cache
def confusable() -> dict[str, frozenset[int]]:
    """The look-alike families of a word, by its stem."""
    families: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(lines("confusable.txt")):
        for word in line.split():
            families[stem(word)].add(number)
    return {word: frozenset(numbers) for word, numbers in families.items()}


@cache
def common_acronyms() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Common acronyms with their expansions, each a tuple of words."""
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for line in lines("acronyms.txt"):
        letters, _, words = line.partition(" = ")
        found[letters].append(tuple(words.split()))
    return {letters: tuple(expansions) for letters, expansions in found.items()}


@cache
def _translations() -> tuple[dict[str, frozenset[int]], dict[str, frozenset[int]]]:
    """The classes of `translations.txt` by spelling and by sound."""
    spelled: dict[str, set[int]] = defaultdict(set)
    sounded: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(lines("translations.txt")):
        for word in line.split():
            spelled[spelling(word)].add(number)
            spelled[stem(word)].add(number)
            sounded[_sounded(word)].add(number)
    return {w: frozenset(n) for w, n in spelled.items()}, {w: frozenset(n) for w, n in sounded.items()}


@lru_cache(maxsize=65536)
def translates(typed: str, word: str, native: bool = False) -> bool:
    """Whether one word names in the other language what the other word names."""
    spelled, sounded = _translations()
    meant = spelled.get(spelling(word)) or spelled.get(stem(word))
    if not meant or typed == word:
        return False
    said = spelled.get(spelling(typed)) or spelled.get(stem(typed))
    return bool(meant & (said or (sounded.get(_sounded(typed), frozenset()) if native else frozenset())))


@cache
def shorthand() -> dict[str, frozenset[str]]:
    """The words that a short form stands for ("ptr")."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in lines("shorthand.txt"):
        word, _, forms = line.partition(":")
        for form in forms.split():
            found[form].add(word)
    return {form: frozenset(words) for form, words in found.items()}


@cache
def growth_rates() -> dict[str, tuple[str, ...]]:
    """The names of a growth rate by what stands in O(...), without spaces."""
    return {
        rate.replace(" ", ""): tuple(n.replace("_", " ") for n in names.split())
        for rate, _, names in (line.partition(":") for line in lines("growth.txt"))
    }
