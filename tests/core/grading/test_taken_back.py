"""What a learner corrects, bounds or explains beside the right answer."""

from __future__ import annotations

import pytest

from tests.core.grading.examiner import short, verdict

DELHI = short("Capital of India?", "Delhi")
AGE = short("Voting age?", "18 years")
GAIN = short("Electrons gain karne ki process?", "reduction")


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("mumbai, sorry delhi", "right"),
        ("mumbai... i mean delhi", "right"),
        ("mumbai oops delhi", "right"),
        ("delhi, no wait mumbai", "wrong"),
        ("delhi sorry mumbai", "wrong"),
        ("sorry sir, delhi", "right"),
        ("delhi, sorry for typo", "right"),
        ("delhi matlab rajdhani", "right"),
    ],
)
def test_what_follows_a_correction_counts(reply: str, expected: str) -> None:
    """A learner may take a word back within the reply; the last word stands."""
    assert verdict(DELHI, reply) == expected


def test_a_list_item_may_be_corrected() -> None:
    """Only the item before the cue is taken back."""
    card = short("Primary colours of light?", "red, green, blue")
    assert verdict(card, "red, yellow... i mean green, blue") == "right"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("18 saal", "right"),
        ("18 se kam", "wrong"),
        ("18 saal se zyada", "wrong"),
        ("less than 18 years", "wrong"),
        ("minimum 18 years", "right"),
    ],
)
def test_a_bound_is_another_value(reply: str, expected: str) -> None:
    """Rule 7: "less than 18" is not 18."""
    assert verdict(AGE, reply) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("reduction, jisme electrons lose hote hain", "close"),
        ("reduction, jisme electrons gain hote hain", "right"),
        ("reduction kyunki electrons milte hain", "right"),
        ("reduction, oxidation mein electrons lose hote hain", "right"),
    ],
)
def test_an_explanation_that_turns_the_question_round_is_close(reply: str, expected: str) -> None:
    """Rule 9: the right term with a claim against the card is close; true extra stays right."""
    assert verdict(GAIN, reply) == expected
