"""Faults that learners of comparable programs reported, as promises of ours."""

from __future__ import annotations

import pytest

from tests.core.grading.examiner import long, short, verdict


@pytest.mark.parametrize("reply", ["kv CACHE", "Kv-cache.", "KV cache", "kv cache!"])
def test_a1_case_and_punctuation_cost_nothing(reply: str) -> None:
    """A1: any case and punctuation of the right words gets full marks."""
    assert verdict(short("Cache ka naam?", "KV cache"), reply) == "right"


@pytest.mark.parametrize(
    ("answer", "reply", "expected"),
    [
        ("prefill", "prefil", "right"),
        ("TTFT", "TTF", "wrong"),
        ("haan", "हाँ।", "right"),
        ("prefill", "prefill？", "right"),
    ],
)
def test_a2_a_typo_passes_but_not_in_an_acronym(answer: str, reply: str, expected: str) -> None:
    """A2: words forgive a slip, acronyms do not, foreign punctuation is punctuation."""
    assert verdict(short("Kya?", answer), reply) == expected


def test_a3_a_right_beginning_does_not_carry_a_wrong_rest() -> None:
    """A3: half right and half contradicted is not full marks."""
    card = long(
        "Prefill aur decode ka farq kya hai?",
        "Prefill input ko ek saath process karta hai (parallel); decode naye token ek-ek banata hai (sequential).",
    )
    assert verdict(card, "prefill parallel, decode bhi parallel") != "right"


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        ("strangle", "tangle"),
        ("O(n log n)", "O(log n)"),
        ("42", "43"),
        ("TCP", "UDP"),
        ("O(n)", "O(n^2)"),
        ("200", "2000"),
    ],
)
def test_a4_likeness_alone_is_never_right(answer: str, reply: str) -> None:
    """A4: another term is wrong whatever the similarity of the letters."""
    assert verdict(short("Kya?", answer), reply) == "wrong"


@pytest.mark.parametrize(
    ("answer", "reply"), [("air", "chair"), ("ion", "million"), ("80", "8080"), ("ram", "program")]
)
def test_a6_a_word_inside_another_word_is_no_mention(answer: str, reply: str) -> None:
    """A6: answers are found word by word."""
    assert verdict(short("Kya?", answer), reply) == "wrong"


@pytest.mark.parametrize("reply", ["there are three states", "3", "teen states hoti hain", "three"])
def test_a7_a_number_counts_in_words_and_sentences(reply: str) -> None:
    """A7: "three" in a sentence is 3."""
    assert verdict(short("Kitni states?", "3"), reply) == "right"
