"""Faults that users of comparable programs reported of decks, retold: each test is named after its scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.core.deckfile import StoredCard, format_deck, match_cards, read_deck

if TYPE_CHECKING:
    from bot.core.card import Card

FILE = """\
# Lesson

Q: Input ko ek saath process karne wala phase kya kehlaata hai? — prefill
Q: Naye token ek-ek bana-ne wala phase kya kehlaata hai? — decode
Q: Pehle token tak ka lag-time metric kya hai? — TTFT
Q: Prefill aur decode ka farq kya hai? — Prefill poora input ek saath padhta hai, decode naye token ek-ek banata hai.
"""


def cards_of(text: str) -> list[Card]:
    deck = read_deck(text, "lesson.md")
    assert deck.problems == ()
    return [placed.card for placed in deck.cards]


def stored(text: str = FILE) -> list[StoredCard]:
    return [StoredCard(number, card) for number, card in enumerate(cards_of(text))]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kehlaata hai? — prefill", "kehlata hai? — prefill"),
        ("Pehle", "Pahle"),
        ("bana-ne", "banane"),
        ("farq", "fark"),
    ],
)
def test_d1_a_typo_fixed_in_a_question_is_one_edit(old: str, new: str) -> None:
    """A typo fixed and the file sent again: one card edited, every other the same, none new, none gone."""
    matching = match_cards(stored(), cards_of(FILE.replace(old, new)))
    assert (len(matching.same), len(matching.edited)) == (3, 1)
    assert (matching.ask, matching.fresh, matching.retired) == ((), (), ())


@pytest.mark.parametrize("how", ["again", "reordered", "crlf", "formatted", "bullets"])
def test_d2_the_same_cards_are_never_new(how: str) -> None:
    """The same file again, reordered, with CRLF, in canonical form, with other marks: nothing new, nothing changed."""
    head, *lines = FILE.splitlines()
    formatted = format_deck(FILE, "lesson.md")
    assert isinstance(formatted, str)
    text = {
        "again": FILE,
        "reordered": "\n".join([head, *reversed(lines)]),
        "crlf": FILE.replace("\n", "\r\n"),
        "formatted": formatted,
        "bullets": FILE.replace("Q: ", "1. **Question:** ").replace("? — ", "?\n- Answer: "),
    }[how]
    matching = match_cards(stored(), cards_of(text))
    assert len(matching.same) == 4
    assert (matching.edited, matching.ask, matching.fresh, matching.retired) == ((), (), (), ())


def test_d3_a_card_inserted_at_the_top_changes_no_other() -> None:
    """One new card before all others is one new card."""
    matching = match_cards(
        stored(), cards_of("Q: KV cache kyun hota hai? — Recompute bachta hai.\n\n" + FILE)
    )
    assert matching.fresh == (0,)
    assert matching.same == ((0, 1), (1, 2), (2, 3), (3, 4))
    assert (matching.edited, matching.ask, matching.retired) == ((), (), ())


def test_d4_swapped_cards_keep_their_progress() -> None:
    """Two cards that changed places are the same two cards."""
    head, blank, first, second, *rest = FILE.splitlines()
    matching = match_cards(stored(), cards_of("\n".join([head, blank, second, first, *rest])))
    assert set(matching.same) == {(0, 1), (1, 0), (2, 2), (3, 3)}


def test_d4_swapped_answers_stay_with_their_questions() -> None:
    """Answers that changed places are edits of their questions, each marked as a changed answer."""
    text = (
        FILE.replace("— prefill\n", "— x\n")
        .replace("— decode\n", "— prefill\n")
        .replace("— x\n", "— decode\n")
    )
    matching = match_cards(stored(), cards_of(text))
    assert [(edit.uid, edit.index, edit.answer_changed) for edit in matching.edited] == [
        (0, 0, True),
        (1, 1, True),
    ]


def test_d4_a_changed_question_is_kept_or_asked() -> None:
    """A question in other words is never silently another card."""
    text = FILE.replace(
        "process karne wala phase kya kehlaata hai", "process karne wale phase ka naam kya hai"
    )
    matching = match_cards(stored(), cards_of(text))
    kept = [edit.uid for edit in matching.edited] + [
        uid for asked in matching.ask for uid in asked.candidates
    ]
    assert kept == [0]
    assert (matching.fresh, matching.retired) == ((), ())


def test_d4_a_card_split_in_two_is_asked() -> None:
    """Both halves of a split card are asked about; neither takes its progress in silence."""
    whole = FILE.splitlines()[-1]
    halves = (
        "Q: Prefill kya hai? — Prefill poora input ek saath padhta hai.\n"
        "Q: Decode kya hai? — Decode naye token ek-ek banata hai."
    )
    matching = match_cards(stored(), cards_of(FILE.replace(whole, halves)))
    assert [(asked.index, asked.candidates) for asked in matching.ask] == [(3, (3,)), (4, (3,))]
    assert (len(matching.same), matching.edited, matching.retired) == (3, (), ())


def test_d5_code_formulas_and_comments_hide_no_later_card() -> None:
    """`std::vector`, Q: in a fence, `$$` and a comment before the cards: the cards after them stand at their lines."""
    text = (
        "<!--\nQ: hidden? — no\n-->\n\n$$\na - b\n$$\n\n```text\nQ: shown? — no\n```\n\n"
        "Q: Which container grows? — std::vector\n\n"
        "Q: And in C? — none\n"
    )
    deck = read_deck(text, "lesson.md")
    assert [(placed.line, placed.card.answer) for placed in deck.cards] == [(13, "std::vector"), (15, "none")]
    assert deck.problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "Q: One? — 1\nmore of the answer",
        "Q: One? — 1\nRemark: more of the answer",
        "Q: One? — 1\n- more of the answer",
        "Q: One? — 1\n> more of the answer",
        "Q: One? — 1\nHint: h\nmore of the answer",
        "Q: One? — 1\n\nmore of the answer",
        "Q: One? — 1\nAlso: 2\nmore of the answer",
        "Q: One? — 1\nAlso: 2\n- more of the answer",
        "Q: One? — 1\nGrade: self\nmore of the answer",
        "more of the answer\nQ: One? — 1",
    ],
)
def test_d6_no_text_is_dropped_in_silence(text: str) -> None:
    """Text without a known field is in the card, in the prose, or a problem at its line."""
    deck = read_deck(text, "lesson.md")
    (placed,) = deck.cards
    told = [problem.line for problem in deck.problems]
    line = next(number for number, one in enumerate(text.splitlines(), 1) if "more of the answer" in one)
    assert "more of the answer" in repr(placed.card) or "more of the answer" in deck.prose or told == [line]


@pytest.mark.parametrize("title", ["Ж" * 60, "👩‍👩‍👧‍👦" * 20])
def test_d7_a_long_title_is_kept_whole(title: str) -> None:
    """A title of 60 Cyrillic letters or of emoji is read as it stands."""
    assert read_deck(f"# {title}\n\nQ: x? — y", "lesson.md").title == title
