"""A term under its other names: other scripts, the other language, notation, short forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.core.grading.examiner import judged, short, verdict

if TYPE_CHECKING:
    from bot.core.card import Card

DBMS = short("DBMS ka full form?", "Database Management System")
ORG = short("ISRO?", "Indian Space Research Organisation")
HEART = short("Organ that pumps blood?", "heart")
GUARD = short("C++ lock wrapper?", "std::lock_guard")
SEARCH = short("Binary search ki complexity?", "O(log n)")
ACT = short("Which Act regulates companies?", "Companies Act, 2013")


@pytest.mark.parametrize(
    ("card", "reply"),
    [
        (DBMS, "डेटाबेस मैनेजमेंट सिस्टम"),
        (ORG, "इंडियन स्पेस रिसर्च ऑर्गनाइजेशन"),
        (short("OOP pillar?", "encapsulation"), "एनकैप्सुलेशन"),
        (short("Cell division ka type?", "Binary Fission"), "बाइनरी फिशन"),
        (short("Law?", "Conservation of Energy"), "कंजर्वेशन ऑफ एनर्जी"),
        (short("Resistance unit?", "ohm"), "ओम"),
    ],
)
def test_english_terms_are_read_in_devanagari(card: Card, reply: str) -> None:
    """Rule 4: a term of several words or with -tion and -sion is the same answer in Devanagari."""
    assert verdict(card, reply) == "right"


@pytest.mark.parametrize(
    ("card", "reply", "expected"),
    [
        (HEART, "dil", "right"),
        (HEART, "हृदय", "right"),
        (HEART, "khoon", "wrong"),
        (HEART, "dil nahi", "wrong"),
        (short("Kis season me rabi katti hai?", "spring"), "basant", "right"),
        (short("Colour of leaves?", "green"), "हरा", "right"),
        (short("Colour of leaves?", "green"), "neela", "wrong"),
        (short("Water ko Hindi mein kya kehte hain?", "pani"), "water", "wrong"),
        (short("English word for lamba din?", "day"), "din", "wrong"),
    ],
)
def test_everyday_things_may_be_named_in_hindi(card: Card, reply: str, expected: str) -> None:
    """An everyday noun counts in either language, unless the question is about the words themselves."""
    assert verdict(card, reply) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("lock_guard", "right"),
        ("lock guard", "right"),
        ("std::lock_guard", "right"),
        ("unique_lock nahi, lock_guard", "right"),
        ("lock_guard nahi", "wrong"),
        ("lock_guard ya unique_lock", "wrong"),
        ("unique_lock", "wrong"),
    ],
)
def test_an_identifier_may_be_said_in_words(reply: str, expected: str) -> None:
    """A qualified name counts by its last part and by its words, and is denied like any term."""
    assert verdict(GUARD, reply) == expected


def test_short_forms_stand_for_their_words_inside_a_term() -> None:
    """Programmers' short forms count within a term, never for a keyword."""
    assert verdict(short("Address rakhne wala?", "function pointer"), "fn ptr") == "right"
    assert verdict(short("Keyword for a name that never changes?", "const"), "constant") != "right"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("logarithmic", "right"),
        ("log n", "right"),
        ("linear nahi, logarithmic", "right"),
        ("linear", "wrong"),
        ("n log n", "wrong"),
        ("constant time", "wrong"),
        ("logarithmic nahi", "wrong"),
    ],
)
def test_growth_rates_have_names(reply: str, expected: str) -> None:
    """O(log n) is logarithmic; another rate's name is another answer."""
    assert verdict(SEARCH, reply) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [("companies act", "right"), ("Companies Act 2013", "right"), ("Companies Act 1956", "wrong")],
)
def test_a_laws_year_may_go_unsaid_but_not_be_wrong(reply: str, expected: str) -> None:
    """The name of a law is enough; with another year it is another law."""
    assert verdict(ACT, reply) == expected


def test_a_superscript_behind_a_name_is_a_digit() -> None:
    """Rule 10: "Sp³" is sp3, while 10³ stays a power and cm² a unit."""
    assert verdict(short("Hybridisation?", "sp3"), "Sp³") == "right"
    assert verdict(short("Kitna?", "1000"), "10³") == "right"
    assert verdict(short("Area?", "5 cm^2"), "5 cm²") == "right"


def test_a_tolerance_is_a_range() -> None:
    """7 ± 2 is 5 to 9, and plus minus is typed in several ways."""
    card = short("Short-term memory?", "7 ± 2")
    assert [verdict(card, r) for r in ("5 to 9", "7 plus minus 2", "7 +/- 2", "4 to 9")] == [
        "right",
        "right",
        "right",
        "wrong",
    ]


def test_the_article_is_no_ampere() -> None:
    """Rule 7: "A cell ..." in the question names no unit, so a bare value is close."""
    card = short("A 6 V battery across 2 ohm gives what current?", "3 A")
    assert verdict(card, "3") == "close"


def test_another_prefix_is_another_word() -> None:
    """Rule 2: "refill" is one slip from prefill and means something else."""
    assert verdict(short("Phase?", "prefill"), "refill") == "wrong"
    assert verdict(short("Phase?", "prefill"), "prifil") == "right"


def test_a_known_acronym_is_named_as_the_rival() -> None:
    """The view may say what was typed instead when that is certain."""
    assert judged(short("Metric?", "throughput"), "DNS").rival == "DNS"
    assert judged(short("Metric?", "throughput"), "banana").rival == ""
