"""Times of day as people type them."""

from __future__ import annotations

from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services.clock import readings


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:30", time(20, 30)),
        ("2030", time(20, 30)),
        ("20", time(20)),
        ("8", time(8)),
        ("08:00", time(8)),
        ("0:05", time(0, 5)),
        ("8 pm", time(20)),
        ("8.30pm", time(20, 30)),
        ("8 30 p.m.", time(20, 30)),
        ("12 am", time(0)),
        ("12 pm", time(12)),
        ("at 8 o'clock in the evening", time(20)),
        ("raat 8", time(20)),
        ("raat ko 8 baje", time(20)),
        ("Raat 12", time(0)),
        ("raat 1 baje", time(1)),
        ("subah 7 baje", time(7)),
        ("roz subah 8:15", time(8, 15)),
        ("dopahar 1", time(13)),
        ("dopahar 12 baje", time(12)),
        ("dopahar 11:30", time(11, 30)),
        ("shaam 6:15", time(18, 15)),
        ("sadhe 8", time(8, 30)),
        ("shaam sawa 6 baje", time(18, 15)),
        ("raat paune 8", time(19, 45)),
        ("raat paune 12", time(23, 45)),
        ("रात ८:३० बजे", time(20, 30)),
        ("सुबह ७ बजे।", time(7)),
        ("साढ़े 8 बजे", time(8, 30)),
        ("８：３０ pm", time(20, 30)),
    ],
)
def test_a_time_is_read_as_it_is_said(typed: str, meant: time) -> None:
    """English, Hinglish and Hindi times, in any digits, mean what a reader takes them for."""
    assert readings(typed)[0] == meant


@pytest.mark.parametrize(
    "typed",
    [
        "25:00", "24:00", "8:75", "8:5", "20:30:15", "-5", "0 pm", "8 am pm", "subah 20", "999", "1e3", "20.5", "1/2", "5 8",
        "8 9", "sadhe 8:15", "sava sadhe 8", "", ":", "pm", "prefill", "phase 8", "8 cards", "kathmandu", "9" * 5000,
    ],
)  # fmt: skip
def test_what_is_no_time_is_not_read_as_one(typed: str) -> None:
    """Impossible times, numbers of other things and plain words are refused."""
    assert readings(typed) == ()


def test_an_hour_without_its_half_of_the_day_can_mean_both() -> None:
    """A twelve-hour clock is understood too, after the twenty-four-hour one."""
    assert readings("9:14") == (time(9, 14), time(21, 14))
    assert readings("12:10") == (time(12, 10), time(0, 10))
    assert readings("21:14") == (time(21, 14),)
    assert readings("9:14 pm") == (time(21, 14),)


@given(st.times().map(lambda at: at.replace(second=0, microsecond=0)))
def test_every_time_of_the_day_can_be_typed(at: time) -> None:
    """Any minute of the day, written on a 24-hour or a 12-hour clock, is read as itself."""
    assert readings(f"{at:%H:%M}")[0] == at
    assert readings(f"{at:%I:%M %p}") == (at,)


@given(st.text())
def test_no_text_breaks_the_reading(text: str) -> None:
    """Whatever is typed, the answer is a list of times or nothing."""
    assert len(readings(text)) <= 2
