"""Which quality a try earns."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.grading.grade import Verdict
from bot.core.scheduling import GAVE_UP, I_WAS_RIGHT, I_WAS_WRONG, TOO_EASY, Tried, quality_of

RIGHT, CLOSE, WRONG = Verdict

tried = st.builds(
    Tried,
    verdict=st.sampled_from(Verdict),
    tries=st.integers(1, 2),
    hinted=st.booleans(),
    is_long=st.booleans(),
    delay=st.none() | st.timedeltas(timedelta(seconds=-5), timedelta(days=3)),
    prompt_chars=st.integers(0, 4096),
)


@pytest.mark.parametrize(
    ("verdict", "tries", "hinted", "is_long", "quality"),
    [
        (RIGHT, 1, False, False, 5),
        (RIGHT, 1, False, True, 5),
        (RIGHT, 1, True, False, 3),
        (RIGHT, 2, False, False, 3),
        (RIGHT, 2, True, True, 3),
        (CLOSE, 1, False, True, 3),
        (CLOSE, 2, True, True, 3),
        (CLOSE, 1, False, False, None),
        (CLOSE, 1, True, False, None),
        (CLOSE, 2, False, False, 2),
        (CLOSE, 2, True, False, 2),
        (WRONG, 1, False, False, 1),
        (WRONG, 2, False, False, 1),
        (WRONG, 1, True, True, 1),
    ],
)
def test_the_quality_table(
    verdict: Verdict, tries: int, hinted: bool, is_long: bool, quality: int | None
) -> None:
    """Verdict, try, hint and kind of card give the quality; a close short answer gets one more try first."""
    assert quality_of(Tried(verdict, tries, hinted, is_long, timedelta(seconds=20), 150)) == quality


@pytest.mark.parametrize(
    ("is_long", "prompt_chars", "seconds", "quality"),
    [
        (False, 0, 45, 5),
        (False, 0, 46, 4),
        (False, 150, 55, 5),
        (False, 150, 56, 4),
        (False, 4096, 318, 5),
        (False, 4096, 319, 4),
        (False, 0, -3, 5),
        (False, 20_000, 600, 5),
        (False, 20_000, 601, 4),
        (True, 150, 600, 5),
        (True, 150, 601, 4),
        (False, 150, None, 5),
        (True, 150, None, 5),
    ],
)
def test_good_time(is_long: bool, prompt_chars: int, seconds: int | None, quality: int) -> None:
    """Short: 45 s and the reading time; long: anything up to a pause of ten minutes; unknown counts as in time."""
    delay = None if seconds is None else timedelta(seconds=seconds)
    one = Tried(RIGHT, 1, hinted=False, is_long=is_long, delay=delay, prompt_chars=prompt_chars)
    assert quality_of(one) == quality


@given(tried)
def test_a_quality_is_on_the_scale(one: Tried) -> None:
    """Every try earns 1 to 5, except that only a close short first one earns none yet."""
    quality = quality_of(one)
    if one.verdict is CLOSE and not one.is_long and one.tries == 1:
        assert quality is None
    else:
        assert quality in {RIGHT: {3, 4, 5}, CLOSE: {2, 3}, WRONG: {1}}[one.verdict]


def test_what_the_learner_says_has_its_quality() -> None:
    """ "I don't know" is 0, "I was right" 4, "I was wrong" 1, "too easy" 5."""
    assert (GAVE_UP, I_WAS_RIGHT, I_WAS_WRONG, TOO_EASY) == (0, 4, 1, 5)
