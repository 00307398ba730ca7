"""Places as people type them, and the zones they lie in."""

from __future__ import annotations

from datetime import UTC, datetime, time
from importlib.resources import files
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.zones import COMMON_ZONES
from bot.services.places import MOST_ZONES, zones_ahead, zones_called, zones_nearly_called, zones_where

SUMMER = datetime(2026, 7, 1, 12, tzinfo=UTC)
WINTER = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Asia/Kolkata", "Asia/Kolkata"),
        ("asia/kolkata", "Asia/Kolkata"),
        ("kathmandu", "Asia/Kathmandu"),
        (" Kathmandu. ", "Asia/Kathmandu"),
        ("new york", "America/New_York"),
        ("NEW_YORK", "America/New_York"),
        ("America/New York", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("sao-paulo", "America/Sao_Paulo"),
        ("Calcutta", "Asia/Kolkata"),
        ("Asia/Katmandu", "Asia/Kathmandu"),
        ("saigon", "Asia/Ho_Chi_Minh"),
        ("US/Pacific", "America/Los_Angeles"),
        ("oslo", "Europe/Oslo"),
        ("buenos aires", "America/Argentina/Buenos_Aires"),
        ("delhi", "Asia/Kolkata"),
        ("IST", "Asia/Kolkata"),
        ("दिल्ली", "Asia/Kolkata"),
        ("India", "Asia/Kolkata"),
        ("nepal", "Asia/Kathmandu"),
        ("Iceland", "Atlantic/Reykjavik"),
        ("EST", "America/New_York"),
        ("UTC", "Etc/UTC"),
    ],
)
def test_a_place_is_found_however_it_is_written(typed: str, zone: str) -> None:
    """IANA names, their last parts, old names, countries and big Indian cities lead to their zone."""
    assert zones_called(typed) == (zone,)


def test_every_zone_of_the_database_is_found_by_its_full_name() -> None:
    """A full name leads to a zone with the same clock, in summer and in winter, old names included."""
    names = [
        name
        for name in files("tzdata").joinpath("zones").read_text().split()
        if "/" in name and "GMT" not in name
    ]
    assert len(names) > 500
    for name in names:
        (zone,) = zones_called(name)
        for at in (SUMMER, WINTER):
            assert at.astimezone(ZoneInfo(zone)).utcoffset() == at.astimezone(ZoneInfo(name)).utcoffset(), (
                name
            )


def test_the_common_zones_are_found_by_their_city() -> None:
    """Each zone that has a button can be typed as the button says it."""
    for zone in COMMON_ZONES:
        assert zones_called(zone.rpartition("/")[2].replace("_", " ")) == (zone,)


def test_a_name_of_several_zones_offers_the_common_ones_first() -> None:
    """A wide country is asked about, and not with all of its zones."""
    american = zones_called("usa")
    assert american[:4] == ("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles")
    assert len(american) == MOST_ZONES
    assert zones_called("central") == ("America/Chicago", "America/Winnipeg")


def test_a_slip_finds_the_name_that_was_meant() -> None:
    """A mistyped city is not accepted, but its zone is suggested; what is like nothing suggests nothing."""
    assert zones_called("katmandoo") == ()
    assert zones_nearly_called("katmandoo") == ("Asia/Kathmandu",)
    assert zones_nearly_called("banglore") == ("Asia/Kolkata",)
    assert len(zones_nearly_called("san")) <= 3
    assert zones_nearly_called("xyzzy") == ()


def test_a_clock_finds_the_zones_that_show_it() -> None:
    """The time on the learner's wall is enough, eight minutes off at most, across midnight too."""
    now = datetime(2026, 3, 2, 18, 25, tzinfo=UTC)
    assert zones_where([time(23, 55)], now) == ("Asia/Kolkata", "Asia/Colombo")
    assert zones_where([time(0, 3)], now)[0] == "Asia/Kolkata"
    assert "Asia/Kolkata" not in zones_where([time(0, 4)], now)
    assert "Asia/Kolkata" not in zones_where([time(23, 46)], now)
    assert zones_where([time(0, 10)], now) == ("Asia/Kathmandu",)
    assert zones_where([], now) == ()


def test_a_distance_from_utc_finds_the_zones_that_have_it_now() -> None:
    """GMT+5:30 is understood, with the sign as people mean it, and by the clock of the season."""
    assert zones_ahead("GMT+5:30", SUMMER) == ("Asia/Kolkata", "Asia/Colombo")
    assert zones_ahead("+0545", SUMMER) == ("Asia/Kathmandu",)
    assert zones_ahead("utc -4", SUMMER) == ("America/New_York", "America/Toronto")
    assert zones_ahead("utc -4", WINTER) == ()
    assert zones_ahead("kathmandu +1", SUMMER) == ()


@given(st.text())
def test_no_text_breaks_the_search(text: str) -> None:
    """Whatever is typed, names of real zones come back or none."""
    for zone in (*zones_called(text), *zones_nearly_called(text), *zones_ahead(text, SUMMER)):
        ZoneInfo(zone)
