"""Decides whether a reply names several options instead of one: joined by ya, or, a slash, both, or merely listed."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.negation import Denials, Span, content_spots, spots

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from bot.core.grading.normalise import Token


def offers_choice(tokens: Sequence[Token], targets: Collection[Span], question: Collection[str]) -> bool:
    """Whether the right term stands beside another option: "prefill ya decode", "TTFT/TPS", "dono me se ek"."""

    def meant(i: int) -> bool:
        return any(a <= i < b for a, b in targets)

    def idle(i: int) -> bool:
        word = tokens[i].text
        return lexicon.is_in(word, "general") or lexicon.stem(word) in question

    content = content_spots(tokens, lambda i: not meant(i) and idle(i))
    if not any(meant(i) for i in content) or all(meant(i) for i in content):
        return False
    if any(_from_several(tokens, b) for _, b in spots(tokens, "one_of")):
        return True
    if _pairs_stranger(tokens, content, meant):
        return True
    for i, token in enumerate(tokens):
        if _joins_options(tokens, i, token, len(content)):
            left = [k for k in content if k < i][-1:]
            right = [k for k in content if k > i][:1]
            if token.text == "/" and (left != [i - 1] or right != [i + 1]):
                continue
            if left and right and meant(left[0]) != meant(right[0]):
                return True
            if token.text == "either" and right and any(not meant(k) for k in content if k > i):
                return True
    return False


def _pairs_stranger(tokens: Sequence[Token], content: list[int], meant: Callable[[int], bool]) -> bool:
    """The right term and another word joined by "and" with no verb to say more: two answers."""
    if len(content) > 5 or any(lexicon.is_in(t.text, "copula", t.native) for t in tokens):
        return False
    for left, right in pairwise(content):
        between = tokens[left + 1 : right]
        if (
            meant(left) != meant(right)
            and len(between) == 1
            and lexicon.is_in(between[0].text, "and", between[0].native)
        ):
            return True
    return False


def _from_several(tokens: Sequence[Token], after: int) -> bool:
    return any(t.text in {"ek", "koi", "kisi", "kuch", "1", "one"} for t in tokens[after : after + 3])


def _joins_options(tokens: Sequence[Token], i: int, token: Token, content: int) -> bool:
    """`or` is often Hinglish for "and": it joins options only in a short reply without a verb behind it."""
    if token.text == "/":
        around = tokens[max(0, i - 1) : i + 2]
        return all(t.kind != "number" for t in around)
    if token.is_mark:
        return False
    if lexicon.is_in(token.text, "choice", token.native):
        return True
    verb_follows = any(lexicon.is_in(t.text, "copula", t.native) for t in tokens[i:])
    return token.text == "or" and content <= 5 and not verb_follows


def lists_rival(
    tokens: Sequence[Token], targets: Sequence[Span], rivals: Sequence[Span], denials: Denials
) -> str:
    """How an affirmed rival stands beside the right term: "list" (an option too), "also" (a claim of its own), "" (in passing)."""
    for start, end in rivals:
        clause = next((c for c in denials.clauses if c[0] <= start < c[1]), (0, len(tokens)))
        mine = [t for t in targets if clause[0] <= t[0] < clause[1]]
        extra = _beyond(tokens, clause, [(start, end), *mine])
        verb = any(lexicon.is_in(t.text, "copula", t.native) for t in tokens[clause[0] : clause[1]])
        if mine and _joined(tokens, mine[0], (start, end)) and not extra:
            return "list"
        if not mine and not extra and not verb and end - start <= clause[1] - clause[0] <= end - start + 2:
            return "list"
        if not mine and not extra and verb:
            return "also"
    return ""


def _beyond(tokens: Sequence[Token], clause: Span, spared: Collection[Span]) -> list[int]:
    """The content words of a clause outside some mentions."""
    inside = range(*clause)
    return [i for i in content_spots(tokens) if i in inside and not any(a <= i < b for a, b in spared)]


def _joined(tokens: Sequence[Token], one: Span, other: Span) -> bool:
    """Whether only joining words stand between two mentions ("prefill aur decode dono")."""
    first, second = sorted((one, other))
    between = tokens[first[1] : second[0]]
    return all(
        t.text in "&/+-," or lexicon.is_in(t.text, "both", t.native) or lexicon.is_stop(t.text, t.native)
        for t in between
    )
