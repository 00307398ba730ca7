"""Short typed words outside an answer."""

from __future__ import annotations

import pytest

from bot.services.typed import CANCEL, LONGEST, NO, OFF, YES, number, plain


def test_words_are_alike_whatever_their_case_width_spacing_and_punctuation() -> None:
    """How a keyboard writes a word changes nothing."""
    assert plain("  Ｒehne\n do!। ") == "rehne do"
    assert plain("१०") == plain("10") == "10"
    assert plain("छोड़ो") == plain("छो\u095cो")


def test_the_small_words_mean_one_thing_each() -> None:
    """No word is both yes and no, or both never mind and off."""
    groups = [YES, NO, CANCEL, OFF]
    assert len(frozenset().union(*groups)) == sum(map(len, groups))


def test_a_flood_of_text_is_not_read_whole() -> None:
    """One letter can normalise to eighteen: what is looked at is cut first."""
    assert len(plain("\ufdfa" * 4096)) <= 18 * LONGEST


@pytest.mark.parametrize(("text", "count"), [("10", 10), ("roz ५ cards", 5), ("007", 7)])
def test_a_number_is_found_among_words(text: str, count: int) -> None:
    """One whole number is enough."""
    assert number(text) == count


@pytest.mark.parametrize("text", ["", "ten", "-1", "+1", "1.5", "1,000", "1/2", "5 10", "12:30", "1" * 10])
def test_anything_but_one_whole_number_is_none(text: str) -> None:
    """Signs, fractions, two numbers and huge ones are not guessed at."""
    assert number(text) is None
