"""Decides how much of a list a reply gives, in any order unless the question asks for one, and whether an item is wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.acronym import spells
from bot.core.grading.grade import Grade, Rule, Verdict
from bot.core.grading.term import number_of
from bot.core.grading.terms import Mention, find

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.form import Form
    from bot.core.grading.negation import Denials, Span
    from bot.core.grading.normalise import Token
    from bot.core.grading.prepare import PreparedDeck

_ORDER = re.compile(
    r"\b(order|sequence|kram|krm|chronological|ascending|descending|stepwise|pehle se|step by step|hierarchy)\b"
)
_ANY = re.compile(r"\b(?:any|koi|koi bhi|name|koi si)\s+(\w+)")
MOST = 0.6
"""The share of the items that are "most of the rest" when one item is wrong."""


def grade_list(form: Form, tokens: Sequence[Token], denials: Denials, deck: PreparedDeck) -> Grade | None:
    """Items made, missed and wrong ones; None when no item is there."""
    names = [item[0].text for item in form.items]
    if _initials(form, tokens):
        return Grade(Verdict.RIGHT, Rule.ACRONYM, 0.75, made=tuple(names))
    places = _places(form, tokens, deck)
    spans = [(m.start, m.end) for m in places.values()]
    affirmed = {
        i: m
        for i, m in places.items()
        if not denials.denied(m.start, m.end, [s for s in spans if s != (m.start, m.end)])
    }
    if not affirmed:
        return (
            Grade(Verdict.WRONG, Rule.NEGATED, 0.85, denied=tuple(names[i] for i in places))
            if places
            else None
        )
    made = tuple(names[i] for i in range(len(names)) if i in affirmed)
    missed = tuple(names[i] for i in range(len(names)) if i not in affirmed)
    wrong = _strangers(form, tokens, spans, denials)
    if len(affirmed) >= _needed(form):
        missed = ()
    verdict = _verdict(len(made), len(names), len(missed), wrong)
    if verdict is Verdict.RIGHT and _order_asked(form) and len(made) > 1 and not _in_order(affirmed):
        return Grade(Verdict.WRONG if len(made) == 2 else Verdict.CLOSE, Rule.LIST, 0.7, made=made)
    return Grade(verdict, Rule.LIST, 0.9 if not wrong else 0.75, made=made, missed=missed)


def _verdict(made: int, total: int, missed: int, wrong: int) -> Verdict:
    if not missed:
        return Verdict.CLOSE if wrong else Verdict.RIGHT
    if not wrong:
        return Verdict.CLOSE
    return Verdict.CLOSE if made >= MOST * total and wrong <= max(1, total // 3) else Verdict.WRONG


def _places(form: Form, tokens: Sequence[Token], deck: PreparedDeck) -> dict[int, Mention]:
    """Where each item is named, the longest and surest first, no token twice."""
    found: list[tuple[int, Mention]] = []
    for i, item in enumerate(form.items):
        for term in item:
            found += [(i, m) for m in find(term, tokens, deck)]
    found.sort(key=lambda im: (im[1].cost >= 0.2, im[1].start - im[1].end, im[1].cost))
    places: dict[int, Mention] = {}
    taken: set[int] = set()
    for i, mention in found:
        span = range(mention.start, mention.end)
        if i not in places and not taken.intersection(span):
            places[i] = mention
            taken.update(span)
    return places


def _needed(form: Form) -> int:
    """How many items the question wants: "any two" is two."""
    asked = " ".join(t.text for t in form.question)
    for m in _ANY.finditer(asked):
        count = number_of(m[1])
        if count is not None and m[1] not in ("i", "v", "x") and 1 <= count < len(form.items):
            return int(count)
    return len(form.items)


def _order_asked(form: Form) -> bool:
    return bool(_ORDER.search(" ".join(t.text for t in form.question)))


def _in_order(affirmed: dict[int, Mention]) -> bool:
    starts = [affirmed[i].start for i in sorted(affirmed)]
    return starts == sorted(starts)


def _initials(form: Form, tokens: Sequence[Token]) -> bool:
    """One word of the initials of three or more items, unless the question gave it."""
    words = [t for t in tokens if not t.is_mark and not lexicon.is_stop(t.text, t.native)]
    if len(words) != 1 or len(form.items) < 3 or lexicon.stem(words[0].text) in form.question_stems:
        return False
    return spells(words[0].text, [item[0].words[0] for item in form.items])


def _strangers(form: Form, tokens: Sequence[Token], spans: list[Span], denials: Denials) -> int:
    """Segments without an item that stand as items themselves: content words, no verb, not the question's words."""
    count = 0
    for start, end in _segments(tokens):
        inside = any(a < end and b > start for a, b in spans)
        words = [
            t
            for t in tokens[start:end]
            if not t.is_mark and t.kind != "number" and not lexicon.is_stop(t.text, t.native)
        ]
        verb = any(lexicon.is_in(t.text, "copula", t.native) for t in tokens[start:end])
        own = [
            t
            for t in words
            if lexicon.stem(t.text) not in form.question_stems and not lexicon.is_in(t.text, "filler")
        ]
        if inside or verb or not own or len(own) > 4 or denials.denied(start, end):
            continue
        count += 1
    return count


def _segments(tokens: Sequence[Token]) -> list[Span]:
    """The stretches between commas and joining words."""
    spans: list[Span] = []
    start = 0
    for i, token in enumerate(tokens):
        if (token.is_mark and token.text in ",;.->=>+&/|:") or lexicon.is_in(
            token.text, "both", token.native
        ):
            if i > start:
                spans.append((start, i))
            start = i + 1
    if start < len(tokens):
        spans.append((start, len(tokens)))
    return spans
