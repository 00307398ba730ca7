"""Decides which rules judge a card: short answers, key points, induced points, code, or the learner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.card import Card, Kind
from bot.core.grading.code import grade_code
from bot.core.grading.grade import Grade, Rule, Verdict
from bot.core.grading.long import grade_long
from bot.core.grading.short import grade_short

if TYPE_CHECKING:
    from bot.core.grading.prepare import PreparedDeck

GRADER_VERSION: int = 2
"""Raised when verdicts may change; stored with every attempt and every prepared deck."""


def grade(card: Card, reply: str, deck: PreparedDeck) -> Grade:
    """Judge one reply. Pure and deterministic; never raises, whatever was typed."""
    if card.kind is Kind.SELF:
        return Grade(Verdict.CLOSE, Rule.SELF)
    if card.is_draft:
        return Grade(Verdict.WRONG, Rule.EMPTY)
    if card.kind is Kind.EXACT:
        return grade_code(card, reply)
    if card.kind is Kind.SHORT:
        return grade_short(card, reply, deck)
    return grade_long(card, reply, deck)
