"""Decides which acronym and which expansion are one: from initials, and from pairs that a deck's text gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SMALL = frozenset("a an and as at by de for from in is of on or the to with".split())  # noqa: SIM905  # one line reads better than thirty
"""Words whose initial an acronym may leave out."""

_PAIR_IN = re.compile(r"([A-Za-z][\w&/-]*(?:[ -][\w&/-]+){1,8}) ?\(([A-Z][A-Za-z.]{1,9})\)")
_PAIR_OUT = re.compile(r"\b([A-Z][A-Z.]{1,9})s? ?(?:\(|[:=–—] )([A-Za-z][\w-]*(?:[ -][\w-]+){1,8})")
_UPPER = re.compile(r"^(?:[A-Z]\.?){2,10}s?$")


def is_acronym(word: str) -> bool:
    """Whether a word is written as an acronym: two to ten capitals, with or without dots."""
    return bool(_UPPER.match(word))


def spells(letters: str, words: Sequence[str]) -> bool:
    """Whether the initials of all words spell the letters; small words may be left out."""
    if not words or len(letters) < 2 or not letters.isalpha():
        return False
    states = {0}
    for word in words:
        initial = word[:1]
        moved = {s + 1 for s in states if s < len(letters) and letters[s] == initial}
        # "ID" in "process ID", "SYN-ACK" in a mixed form: a word may be spelled out whole
        moved |= {
            s + len(word)
            for s in states
            if 1 < len(word) <= 4 and letters.startswith(word, s) and len(words) > 1
        }
        states = moved | states if word in SMALL else moved
        if not states:
            return False
    return len(letters) in states


def pairs(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The (acronym, expansion) pairs of a text: "time to first token (TTFT)", "TTFT (time to first token)", "TTFT: ..."."""
    for m in _PAIR_IN.finditer(text):
        letters = _letters(m.group(2))
        words = _words(m.group(1))
        for start in range(len(words)):
            if spells(letters, words[start:]):
                yield letters, words[start:]
                break
    for m in _PAIR_OUT.finditer(text):
        letters = _letters(m.group(1))
        words = _words(m.group(2))
        for end in range(len(words), 1, -1):
            if spells(letters, words[:end]):
                yield letters, words[:end]
                break


def _letters(text: str) -> str:
    return text.replace(".", "").rstrip("s").casefold()


def _words(text: str) -> tuple[str, ...]:
    return tuple(w.casefold() for w in re.split(r"[^\w&]+", text) if w)


def within(wordings: Iterable[Sequence[str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The pairs among a card's own wordings: one that spells the initials of another."""
    listed = [tuple(w) for w in wordings]
    for short in listed:
        if len(short) == 1 and short[0].isalpha():
            for long in listed:
                if len(long) > 1 and spells(short[0], long):
                    yield short[0], long
