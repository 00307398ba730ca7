"""Decides whether what a learner adds to a right term contradicts the question: "oxidation, jisme electron gain hote hain"
where the question says that they are lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.extract import ideas
from bot.core.grading.idea import Words, opposite, overlap
from bot.core.grading.senses import is_attribute

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.form import Form
    from bot.core.grading.idea import Idea
    from bot.core.grading.negation import Span
    from bot.core.grading.normalise import Token

_SOON = 4
"""Tokens behind the term within which its explanation begins."""


def contradicts_question(form: Form, tokens: Sequence[Token], mentions: Sequence[Span]) -> bool:
    """Whether the words behind the term give something in the question its opposite, and nothing the question's own."""
    end = max(b for _, b in mentions)
    if not any(lexicon.is_in(t.text, "explains", t.native) for t in tokens[end : end + _SOON]):
        return False
    words = Words(tuple(t.text for t in form.question if t.is_word))
    added = [i for i in ideas(tokens, words) if i.at >= end]
    asked = [i for i in ideas(form.question, words) if i.has_side and i.sign > 0]
    return any(_turned(a, given, added) for a in asked for given in added)


def _turned(asked: Idea, given: Idea, added: Sequence[Idea]) -> bool:
    if not given.sign or not opposite(asked, given) or not overlap(asked, given):
        return False
    shared = {n for n, _ in asked.senses} & {n for n, _ in given.senses}
    if all(is_attribute(n) for n in shared):
        return False
    return not any(o.own == asked.own and o.sign == asked.sign for o in added)
