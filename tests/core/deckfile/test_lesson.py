"""The lesson that started this, as the text it came in and as the deck that is shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.card import Kind
from bot.core.deckfile import check_deck, format_deck, read_deck

SHARED = Path(__file__).resolve().parents[3] / "../shared"
needs_lesson = pytest.mark.skipif(
    not (SHARED / "lesson-13.txt").is_file(),
    reason="LOUD: ../shared is not here: the original lesson's text is not checked",
)
DECK = Path(__file__).resolve().parents[3] / "decks" / "lesson-13.md"


@needs_lesson
def test_the_lesson_as_it_stands_gives_four_cards_and_four_drafts() -> None:
    """The plain text of the lesson has four complete cards, and four drafts at lines 78, 80, 82, 84."""
    deck = read_deck((SHARED / "lesson-13.txt").read_text(encoding="utf-8"), "lesson-13.txt")
    assert deck.problems == ()
    assert deck.name == "lesson-13"
    assert [placed.line for placed in deck.drafts] == [78, 80, 82, 84]
    assert [placed.line for placed in deck.complete] == [103, 104, 105, 106]
    assert [placed.card.kind for placed in deck.complete] == [Kind.LONG] * 4
    assert deck.complete[0].card.answer.startswith("Prefill input ko ek saath")
    assert "TTFT (time to first token)" in deck.prose


@needs_lesson
def test_the_shipped_deck_asks_the_lessons_questions_word_for_word() -> None:
    """The deck asks the lesson's eight questions, verbatim and in order."""
    lesson = read_deck((SHARED / "lesson-13.txt").read_text(encoding="utf-8"), "lesson-13.txt")
    deck = read_deck(DECK.read_text(encoding="utf-8"), DECK.name)
    assert [placed.card.question for placed in deck.cards] == [
        placed.card.question for placed in lesson.cards
    ]


def test_the_shipped_deck_is_complete_and_canonical() -> None:
    """All eight cards have answers, hints, reasons and examples, and the file is its own canonical form."""
    text = DECK.read_text(encoding="utf-8")
    deck = read_deck(text, DECK.name)
    assert (deck.name, deck.title, deck.language) == ("lesson-13", "How LLM Inference Works", "hi-Latn")
    assert [placed.card.kind for placed in deck.complete] == [Kind.SHORT] * 4 + [Kind.POINTS] * 4
    assert all(
        placed.card.hint and placed.card.why and placed.card.accept and placed.card.reject
        for placed in deck.cards
    )
    assert format_deck(text, DECK.name) == text


def test_the_shipped_deck_passes_its_own_tests() -> None:
    """Every example of the deck is graded as it says."""
    assert check_deck(read_deck(DECK.read_text(encoding="utf-8"), DECK.name)) == ()


def test_every_deck_in_the_house_is_without_problems() -> None:
    """Whatever deck is shipped reads without a fault and is in canonical form."""
    for path in sorted(DECK.parent.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        assert format_deck(text, path.name) == text
