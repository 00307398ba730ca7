"""The deck's own unit tests: what a check runs and how it reports."""

from __future__ import annotations

from bot.core.deckfile import check_deck, read_deck

SOUND = """\
Q: Input ko ek saath process karne wala phase? — prefill
Not: decode — agla phase
Accept: prefill / Prefill phase.
Reject: decode / pata nahi

Q: Draft?
Reject: something
"""


def problems_of(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.what) for problem in check_deck(read_deck(text, "lesson.md"))]


def test_a_sound_deck_has_no_problems() -> None:
    """Answers and accepted replies graded right, rejected ones not: nothing to report."""
    assert problems_of(SOUND.partition("Q: Draft")[0]) == []


def test_a_failing_example_is_reported_at_its_line() -> None:
    """An accepted reply that is not right and a rejected one that is are problems where they stand."""
    text = "Q: Phase?\n- A: prefill\n- Accept: prefill\n- Reject: decode / prefill\n- Accept: decode\n"
    assert problems_of(text) == [
        (4, "`Reject: prefill` is graded right"),
        (5, "`Accept: decode` is graded wrong"),
    ]


def test_a_near_miss_that_is_an_answer_is_reported() -> None:
    """`Not:` may not list what the card accepts."""
    found = problems_of("Q: Phase?\nA: prefill\nAlso: prompt phase\nNot: Prompt phase.")
    assert (1, "`Not: Prompt phase.` is an answer of the same card") in found


def test_the_files_own_problems_are_in_the_check() -> None:
    """A check reports reading faults and failing examples together, by line."""
    found = problems_of("Q: Phase?\nA: prefill\nReject: prefill\nHnt: h")
    assert [line for line, _ in found] == [3, 4]


def test_cards_that_the_learner_judges_are_not_graded() -> None:
    """`Grade: self` has no verdict to test."""
    assert problems_of("Q: Sing it.\nA: la la la\nAccept: do re mi\nGrade: self") == []
