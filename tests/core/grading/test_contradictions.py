"""A long answer that repeats a point and denies it, in whichever wording, is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.core.grading.examiner import judged, long, verdict

if TYPE_CHECKING:
    from bot.core.card import Card

BELT = long(
    "Why use a seat belt?",
    "It keeps the passenger in place and reduces injuries.",
    ["keeps passenger in place", "holds the body back"],
    ["fewer injuries", "reduces injury", "chot kam lagti hai"],
)
CONSENT = long(
    "What is free consent?",
    "Consent without force or fraud.",
    ["no force", "zabardasti na ho"],
    ["no fraud", "dhokha na ho"],
)
GLASS = long(
    "Glass ki properties?",
    "Glass is strong in compression but weak in tension.",
    ["strong in compression", "dabav me mazboot"],
    ["weak in tension", "khichav me kamzor"],
)
TIP = long("Insider trading?", "The seller gives the buyer secret information.")
CHORD = long("What does a chord need?", "Three notes sounded together.")
DIET = long("Vegetarian kaun?", "A person who eats food without meat or fish.")


@pytest.mark.parametrize(
    ("card", "reply", "expected"),
    [
        (BELT, "holds the body back, more injuries", "wrong"),
        (BELT, "passenger in place nahi rehta, chot kam lagti hai", "wrong"),
        (BELT, "zyada chot nahi lagti, passenger apni jagah rehta hai", "right"),
        (CONSENT, "na force ho na fraud", "right"),
        (CONSENT, "neither force nor fraud", "right"),
        (CONSENT, "na dhokha, na zabardasti", "right"),
        (CONSENT, "force aur fraud ho", "wrong"),
        (GLASS, "dabav me mazboot, khichav me kamzor", "right"),
        (GLASS, "dabav me kamzor, khichav me mazboot", "wrong"),
        (GLASS, "weak in compression and strong in tension", "wrong"),
        (TIP, "the buyer gives the seller secret information", "wrong"),
        (TIP, "secret information: the seller gives the buyer that", "right"),
        (CHORD, "two notes sounded together", "wrong"),
        (CHORD, "three notes at the same time", "right"),
        (DIET, "eats meat and fish", "wrong"),
        (DIET, "khana bina meat aur fish ke khata hai", "right"),
    ],
)
def test_a_point_turned_round_is_wrong_and_a_double_denial_agrees(
    card: Card, reply: str, expected: str
) -> None:
    """Rule 2 for long answers, in whichever of a point's wordings; denying what the answer denies is agreement."""
    assert verdict(card, reply) == expected


def test_one_word_makes_one_point() -> None:
    """Saving water says nothing of weeds, though both wordings speak of less."""
    card = long("Drip irrigation?", "It saves water and reduces weeds.", ["saves water"], ["reduces weeds"])
    assert verdict(card, "water saving") == "close"


def test_until_is_no_denial() -> None:
    """ "jab tak cancel na kare" says until it is cancelled."""
    card = long(
        "Voidable contract kab tak chalta hai?",
        "It is valid until a party cancels it.",
        ["valid until a party cancels", "party ke cancel karne tak valid"],
    )
    assert verdict(card, "jab tak koi party cancel na kare tab tak valid") == "right"


@pytest.mark.parametrize(
    "reply", ["holds body back, more injuries", "injuries fewer passenger place body", "chot kam"]
)
def test_a_point_is_made_missed_or_denied(reply: str) -> None:
    """P5: the three lists of a reason never share a point."""
    found = judged(BELT, reply)
    told = [*found.made, *found.missed, *found.denied]
    assert len(told) == len(set(told))
