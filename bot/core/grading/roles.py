"""Decides who is who on a card that contrasts: its subjects, and which stretch of a reply speaks of which subject."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.lexicon import stem
from bot.core.grading.negation import clauses
from bot.core.grading.normalise import Token, card_tokens
from bot.core.grading.sound import alike
from bot.core.grading.typo import is_slip, opposed

if TYPE_CHECKING:
    from collections.abc import Sequence

_JOIN = frozenset({"aur", "and", "vs", "versus", "&", "or", "ya", "evam", "tatha", "from", "se", "than", "/"})
_AND = frozenset({"aur", "and", "vs", "versus", "&", "evam", "tatha"})
_GENITIVE = frozenset({"ka", "ke", "ki", "se", "s"})
_BEHIND = frozenset({"of", "inside", "within", "from", "than", "unlike", "in", "by", "to", "like"})
_UPPER = re.compile(r"\b[A-Z][A-Z]+\b")
NOBODY = -1
"""A stretch that speaks of no subject in particular."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One side of a contrast: the words it is known by and the acronym of its name."""

    words: tuple[str, ...]
    initials: str = ""


def subjects(question: str, answer: str) -> tuple[Subject, ...]:
    """The two or more terms that the question joins and the answer speaks of; () when it contrasts nothing."""
    upper = {w.casefold() for w in _UPPER.findall(question)}
    tokens = card_tokens(question)
    told = {stem(t.text) for t in card_tokens(answer) if not t.is_mark}
    contrasts = any(lexicon.is_in(t.text, "contrast") for t in tokens)
    upper |= _beside_join(tokens, told) if contrasts else set()
    for i, token in enumerate(tokens):
        if token.text not in (_JOIN if contrasts else _AND) or i == 0:
            continue
        left = _phrase(tokens, range(i - 1, -1, -1), upper)[::-1]
        right = _phrase(tokens, range(i + 1, len(tokens)), upper)
        pair = _apart(left, right, told)
        if pair is not None:
            return pair
    return ()


def _beside_join(tokens: Sequence[Token], told: set[str]) -> set[str]:
    """Words right beside the joining one are names even when they look like stop words ("let aur var")."""
    found: set[str] = set()
    for i, token in enumerate(tokens[1:-1], 1):
        if token.text in _AND:
            found |= {
                t.text
                for t in (tokens[i - 1], tokens[i + 1])
                if stem(t.text) in told and not lexicon.is_in(t.text, "stop_hi")
            }
    return found


def _phrase(tokens: Sequence[Token], order: range, upper: set[str]) -> list[str]:
    """The run of content words beside the joining word."""
    words: list[str] = []
    for k in order:
        token = tokens[k]
        stop = lexicon.is_stop(token.text, token.native) and token.text not in upper
        if token.is_mark or stop:
            if words or token.is_mark or token.text in _JOIN:
                break
            continue
        words.append(token.text)
        if len(words) == 4:
            break
    return words


def _apart(left: list[str], right: list[str], told: set[str]) -> tuple[Subject, ...] | None:
    """The two phrases without the words they share, when the answer speaks of both."""
    shared = {stem(w) for w in left} & {stem(w) for w in right}
    own_left = [w for w in left if stem(w) not in shared and stem(w) in told]
    own_right = [w for w in right if stem(w) not in shared and stem(w) in told]
    if len(own_right) > len(own_left) > 0 and len(own_left) == 1:
        own_right = own_right[:1]  # "horizontal aur vertical scaling": the head belongs to both
    if not own_left or not own_right:
        spoken_left = _initials(left) in told or bool(own_left)
        spoken_right = _initials(right) in told or bool(own_right)
        if not (spoken_left and spoken_right):
            return None
    return (
        Subject(tuple(own_left), _initials([w for w in left if stem(w) not in shared])),
        Subject(tuple(own_right), _initials([w for w in right if stem(w) not in shared])),
    )


def _initials(words: Sequence[str]) -> str:
    return "".join(w[:1] for w in words) if len(words) > 1 else ""


def mentioned(token: Token, who: Sequence[Subject]) -> int:
    """Which subject a word names, or NOBODY."""
    if token.is_mark:
        return NOBODY
    for exact in (True, False):
        for k, subject in enumerate(who):
            if any(_names(token, w, who, k, exact=exact) for w in subject.words) or token.text == (
                subject.initials or None
            ):
                return k
    return NOBODY


def _names(token: Token, word: str, who: Sequence[Subject], k: int, *, exact: bool) -> bool:
    typed = token.text
    if exact:
        return typed == word or stem(typed) == stem(word) or (bool(token.letters) and token.letters == word)
    if (
        len(typed) < 3
        or opposed(typed, word)
        or (lexicon.is_stop(typed, token.native) and not alike(typed, word))
    ):
        return False
    others = [w for j, s in enumerate(who) if j != k for w in s.words]
    if word.startswith(typed) and not any(o.startswith(typed) for o in others) and len(word) - len(typed) > 2:
        return True
    near = alike(typed, word) or is_slip(typed, word)
    return near and not any(alike(typed, o) for o in others)


def segments(tokens: Sequence[Token], who: Sequence[Subject]) -> list[int]:
    """For each token the subject it is said of. A clause with one subject is all about it; with none it goes on with
    the last; with several each opens a stretch, unless it only qualifies another ("process ki memory").
    """
    owner = [NOBODY] * len(tokens)
    if not who:
        return owner
    current = NOBODY
    for start, end in clauses(tokens):
        named = [(i, k) for i in range(start, end) if (k := mentioned(tokens[i], who)) != NOBODY]
        opening = [
            m
            for n, m in enumerate(named)
            if not (len({k for _, k in named}) > 1 and _qualifies(tokens, m[0], first=n == 0))
        ]
        opening = opening or named[:1]
        if len({k for _, k in opening}) == 1:
            current = opening[0][1]
            owner[start:end] = [current] * (end - start)
            continue
        for i in range(start, end):
            current = next((k for at, k in opening if at == i), current)
            owner[i] = current if opening == [] or i >= opening[0][0] or current != NOBODY else opening[0][1]
        if opening and _joined(tokens, opening):
            owner[start:end] = [NOBODY] * (end - start)
    return owner


def _joined(tokens: Sequence[Token], opening: list[tuple[int, int]]) -> bool:
    """Both subjects named side by side ("X aur Y dono ..."): the clause is about both."""
    first, last = opening[0][0], opening[-1][0]
    return last - first <= 2 and all(t.text in _JOIN for t in tokens[first + 1 : last])


def _qualifies(tokens: Sequence[Token], at: int, *, first: bool) -> bool:
    """A subject that only qualifies: in the genitive, or behind of, inside, than."""
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    before = {t.text for t in tokens[max(0, at - 2) : at]}
    if before & _BEHIND:
        return True
    return not first and (after in _GENITIVE or "ek" in before)
