"""How fast a reply is graded, beside a similarity score over the same strings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapidfuzz.fuzz import WRatio

from bot.core.deckfile import read_deck
from bot.core.grading import grade, prepare
from tests.bench.table import Timings, short, table
from tests.bench.turns import LESSON

if TYPE_CHECKING:
    from bot.core.card import Card

ROUNDS = 20


def report() -> str:
    """The table of gradings: every example of the lesson's cards, again and again."""
    deck = read_deck(LESSON.read_text(encoding="utf-8"), LESSON.name)
    cards = [placed.card for placed in deck.complete]
    prepared = prepare(cards, deck.prose)
    rows = []
    for name, wanted in (("short", False), ("long", True)):
        pairs = [(card, reply) for card in cards if card.is_long == wanted for reply in replies(card)]
        graded, scored = Timings(), Timings()
        for _ in range(ROUNDS):
            for card, reply in pairs:
                with graded.step():
                    grade(card, reply, prepared)
                with scored.step():
                    WRatio(card.answer, reply)
        rows += [_row(f"grade, {name} cards", graded), _row(f"rapidfuzz WRatio, {name} cards", scored)]
    return table("Grading", ("", "calls/s", "p50", "p99"), rows)


def replies(card: Card) -> tuple[str, ...]:
    """What the deck itself says is to be accepted and rejected."""
    return (*card.accept, *card.reject)


def _row(name: str, timings: Timings) -> tuple[str, ...]:
    return (
        name,
        f"{timings.per_second():,.0f}",
        short(timings.percentile(0.5)),
        short(timings.percentile(0.99)),
    )
