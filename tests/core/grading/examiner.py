"""How a test asks for a verdict: cards in short form, graded in a deck of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.card import Card, Kind, NearMiss, Point
from bot.core.grading import grade, prepare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.grade import Grade


def short(question: str, *answers: str, reject: Sequence[str] = ()) -> Card:
    """A short card."""
    return Card(question, answers[0], answers[1:], tuple(NearMiss(r, f"not {r}") for r in reject))


def long(question: str, answer: str, *points: Sequence[str]) -> Card:
    """A long card, with points listed or induced."""
    listed = tuple(Point(tuple(p)) for p in points)
    return Card(question, answer, points=listed, kind=Kind.POINTS if points else Kind.LONG)


def judged(card: Card, reply: str, *others: Card, prose: str = "") -> Grade:
    """The grade of a reply when the deck holds the card, other cards and prose."""
    return grade(card, reply, prepare([card, *others], prose))


def verdict(card: Card, reply: str, *others: Card, prose: str = "") -> str:
    """The verdict alone."""
    return judged(card, reply, *others, prose=prose).verdict.value
