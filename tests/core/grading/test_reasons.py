"""What a grade says beside its verdict is what a learner may be shown."""

from __future__ import annotations

from pathlib import Path

from bot.core.card import Card, Kind, Point
from bot.core.deckfile import read_deck
from bot.core.grading import Rule, Verdict, grade, prepare


def test_a_part_of_the_term_does_not_give_the_rest_away() -> None:
    """ "cache" for "KV cache" is told as "cache", in the instructor's letters."""
    card = Card("Where do old keys and values stand?", "KV cache")
    for reply, part in (("cache", "cache"), ("cach", "cache"), ("kv", "KV")):
        judged = grade(card, reply, prepare([card]))
        assert (judged.verdict, judged.rule, judged.matched) == (Verdict.CLOSE, Rule.GENERAL, part)


def test_an_acronym_is_told_with_what_it_stands_for() -> None:
    """Where the instructor wrote both, "ttft" is told as "TTFT = time to first token"."""
    card = Card("Lag metric?", "TTFT", also=("time to first token",))
    assert grade(card, "ttft", prepare([card])).matched == "TTFT = time to first token"
    assert grade(card, "time to first token", prepare([card])).matched == "time to first token"


def test_a_point_is_not_made_by_what_stands_in_brackets_elsewhere() -> None:
    """A word from the answer's brackets helps a point that was begun, and makes none by itself."""
    card = Card(
        "What is the difference between prefill and decode?",
        "Prefill reads all at once (parallel); decode goes one by one (sequential).",
        points=(Point(("prefill reads all at once",)), Point(("TTFT comes from prefill",), bonus=True)),
        kind=Kind.POINTS,
    )
    assert grade(card, "prefill is parallel", prepare([card])).made == ("prefill reads all at once",)


def test_a_bonus_point_alone_is_no_half_answer() -> None:
    """What is never missed earns nothing by itself."""
    card = Card(
        "What is the difference between prefill and decode?",
        "Prefill reads all at once; decode goes one by one. TTFT comes from prefill.",
        points=(
            Point(("prefill reads all at once",)),
            Point(("decode goes one by one",)),
            Point(("TTFT comes from prefill",), bonus=True),
        ),
        kind=Kind.POINTS,
    )
    assert grade(card, "time to first token (TTFT)", prepare([card])).verdict is Verdict.WRONG
    assert grade(card, "prefill reads everything at once", prepare([card])).verdict is Verdict.CLOSE


def test_close_on_listed_points_means_that_one_is_made() -> None:
    """A little of every point and none of them whole is wrong: "half there" with nothing ticked would be no help."""
    lesson = Path(__file__).resolve().parents[3] / "decks" / "lesson-13.md"
    deck = read_deck(lesson.read_text(encoding="utf-8"), lesson.name)
    cards = [placed.card for placed in deck.cards]
    card = next(card for card in cards if card.question.startswith("Prefill aur decode"))
    judged = grade(
        card, "purane token dobara compute nahi karne padte, isliye decode fast", prepare(cards, deck.prose)
    )
    assert (judged.verdict, judged.made) == (Verdict.WRONG, ())
