"""What holds for any text: grading never fails, and case, marks and filler never matter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.card import Card, Kind, NearMiss, Point
from bot.core.grading import PreparedDeck, answer_key, grade, prepare, same_question_key
from bot.core.grading.grade import Verdict

CARDS = (
    Card("Force ka unit?", "newton", ("N",)),
    Card("Cache?", "KV cache", near_misses=(NearMiss("QK cache"),)),
    Card("Metric?", "time to first token", ("TTFT",)),
    Card("Speed?", "3 × 10^8 m/s"),
    Card("Kab?", "26 January 1950"),
    Card("ACID?", "Atomicity, Consistency, Isolation, Durability"),
    Card("Command?", "git checkout -b login"),
    Card("Complexity?", "O(n log n)"),
    Card("A aur B mein farq?", "A fast hai; B slow hai.", kind=Kind.LONG),
    Card(
        "A aur B mein farq?",
        "A fast hai.",
        points=(Point(("A fast hai",)), Point(("B slow hai",))),
        kind=Kind.POINTS,
    ),
    Card("?", "!!!"),
    Card("Draft?"),
)
DECK = prepare(CARDS)
TERMS = tuple(c for c in CARDS if c.kind is Kind.SHORT and c.answer.strip("!"))

HOSTILE = {
    "ligatures that grow under NFKC": "ﷺ" * 4096,
    "a hundred kilobytes": "a" * 100_000,
    "a huge exponent": "1e2000000",
    "more digits than int takes": "9" * 4300,
    "a tower of powers": "9^9^9^9^9",
    "division by zero": "1/0 m/s",
    "superscripts": "²³⁴" * 500,
    "open brackets": "(" * 5000,
    "tags": "<b>" * 5000,
    "control characters": "\x00\x01\x02\u202e" * 500,
    "a lone surrogate": "\ud800",
    "combining marks": "क" + "\u0301" * 3000,
    "words of choice": "ya " * 1000,
    "words of denial": "not nahi na " * 300,
    "numbers": "1 2 3 " * 1000,
    "entities": "&#x41;&amp;" * 1000,
    "Markdown": "_*[`" * 1000,
    "half a list": "a, " * 2000,
    "nothing": "",
}


@pytest.mark.parametrize("reply", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_gets_a_verdict(reply: str) -> None:
    """P6: no text breaks grading, and none of these answers any card."""
    for card in CARDS:
        given_grade = grade(card, reply, DECK)
        assert 0 <= given_grade.confidence <= 1
        assert given_grade.verdict is not Verdict.RIGHT


@given(st.sampled_from(CARDS), st.text(max_size=200))
def test_grading_never_raises(card: Card, reply: str) -> None:
    """Any text of any script gets a verdict, the same each time."""
    assert grade(card, reply, DECK) == grade(card, reply, DECK)


@given(st.text(min_size=1, max_size=60), st.text(min_size=1, max_size=60), st.text(max_size=60))
def test_any_card_can_be_prepared_and_graded(question: str, answer: str, reply: str) -> None:
    """Whatever an instructor wrote, a deck is prepared and grades."""
    cards = [
        Card(question, answer),
        Card(question, answer, kind=Kind.LONG),
        Card(question, answer, kind=Kind.EXACT),
    ]
    deck = prepare(cards, prose=question)
    for card in cards:
        grade(card, reply, deck)
    assert PreparedDeck.load(deck.dump()) == deck


@given(st.from_regex(r"[a-z]{4,9}( [a-z]{4,9}){0,2}", fullmatch=True))
def test_a_cards_own_answer_is_right(answer: str) -> None:
    """The shown answer, in any case and with a full stop, is right."""
    card = Card("Iska naam kya hai?", answer)
    deck = prepare([card])
    assert grade(card, answer, deck).verdict is Verdict.RIGHT
    assert grade(card, answer.upper() + ".", deck).verdict is Verdict.RIGHT


@pytest.mark.parametrize("card", TERMS, ids=lambda c: c.answer)
def test_every_kind_of_answer_accepts_itself(card: Card) -> None:
    """Term, amount, date, list, command and formula: the answer and each alias are right."""
    for wording in card.wordings:
        assert grade(card, wording, DECK).verdict is Verdict.RIGHT


@given(
    st.sampled_from(TERMS[:3]),
    st.sampled_from(["{}!!", "*{}*", "“{}”", "{} 🙏", "sir {} hai", "  {}\n", "um {} i guess", "<b>{}</b>"]),
)
def test_what_stands_around_an_answer_changes_nothing(card: Card, frame: str) -> None:
    """Rule 10: punctuation, emoji, quotes, Markdown and filler."""
    assert grade(card, frame.format(card.answer), DECK).verdict is Verdict.RIGHT


def test_a_loaded_deck_grades_the_same() -> None:
    """What was stored with a version gives the verdicts it gave when it was staged."""
    loaded = PreparedDeck.load(DECK.dump())
    for card in CARDS:
        for reply in ("newton", "QK cache", "ttft", "A slow hai, B fast hai", "3 lakh km/s"):
            assert grade(card, reply, loaded) == grade(card, reply, DECK)


@pytest.mark.parametrize("text", ["what is  **TTFT**", "What is TTFT?", "`what` is ttft ?", "What is TTFT？"])
def test_a_question_is_one_however_it_is_marked(text: str) -> None:
    """Identity ignores case, punctuation, spacing and Markdown marks."""
    assert same_question_key(text) == same_question_key("what is TTFT?")


def test_different_questions_and_answers_have_different_keys() -> None:
    """Operators and numbers are content."""
    assert same_question_key("What is a + b?") != same_question_key("What is a - b?")
    assert answer_key(Card("A?", "KV Cache")) == answer_key(Card("B?", "kv-cache".replace("-", " ")))
    assert answer_key(Card("A?", "C")) != answer_key(Card("B?", "C++"))
