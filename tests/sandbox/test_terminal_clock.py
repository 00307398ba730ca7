"""Travelling in time in the terminal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.sandbox.terminal_clock import TravelClock, destination, span

KOLKATA = ZoneInfo("Asia/Kolkata")
BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
"""17:30 in Kolkata, 13:00 in Berlin."""


@pytest.mark.parametrize(
    ("typed", "there"),
    [
        ("+1d", NOON + timedelta(days=1)),
        ("+2h", NOON + timedelta(hours=2)),
        ("+90m", NOON + timedelta(minutes=90)),
        ("20:00", datetime(2026, 1, 5, 14, 30, tzinfo=UTC)),
        ("8:05", datetime(2026, 1, 6, 2, 35, tzinfo=UTC)),
        ("17:30", datetime(2026, 1, 6, 12, 0, tzinfo=UTC)),
    ],
)
def test_where_a_typed_time_leads(typed: str, there: datetime) -> None:
    """A span is added; a time of day is the next one that a clock in the zone shows, never now itself."""
    assert destination(typed, NOON, KOLKATA) == there


@pytest.mark.parametrize(
    "typed",
    ["", "1d", "-1d", "+d", "+1w", "+1.5h", "24:00", "20:60", "2000", "٢٠:٠٠", "tomorrow", "+9999d+1d"],
)
def test_what_is_no_time_leads_nowhere(typed: str) -> None:
    """Anything but a span ahead and a time of day is refused, going back included."""
    assert destination(typed, NOON, KOLKATA) is None


def test_the_journey_ends_before_dates_do() -> None:
    """Whoever travels on and on is stopped in this century, where every date is one that the bot can write."""
    now = NOON
    for _ in range(10):
        now = destination("+9999d", now, KOLKATA) or now
    assert now.year < 2100
    assert destination("+9999d", now, KOLKATA) is None


def test_a_time_that_the_night_leaves_out_is_the_next_moment_that_there_is() -> None:
    """02:30 on the night that Berlin's clocks jump over it leads on, not back and not nowhere."""
    before = datetime(2026, 3, 29, 0, 0, tzinfo=UTC)
    assert destination("2:30", before, BERLIN) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_a_time_leads_ahead_also_between_its_two_showings() -> None:
    """While Berlin's clocks show 02:30 for the second time, 02:30 is tomorrow's."""
    second = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    assert destination("2:30", second, BERLIN) == datetime(2026, 10, 26, 1, 30, tzinfo=UTC)


def test_time_passes_on_the_clock_that_travelled() -> None:
    """After a journey the clock runs on with the machine's, and home again shows the machine's."""
    real = [NOON]
    clock = TravelClock(lambda: real[0])
    clock.go(NOON + timedelta(days=1))
    real[0] += timedelta(minutes=5)
    assert clock() == NOON + timedelta(days=1, minutes=5)
    clock.return_home()
    assert clock() == NOON + timedelta(minutes=5)


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (timedelta(days=1, hours=3), "1 d 3 h"),
        (timedelta(minutes=90), "1 h 30 min"),
        (timedelta(seconds=20), "0 min"),
        (timedelta(days=-2), "2 d"),
    ],
)
def test_a_length_of_time_is_said_in_its_units(length: timedelta, said: str) -> None:
    """Days, hours and minutes, those that are none left out; backwards reads the same."""
    assert span(length) == said
