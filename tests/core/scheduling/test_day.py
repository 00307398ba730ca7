"""Study days and nudges in zones whose clocks change in every known way."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.scheduling import (
    Event,
    EventType,
    TurnKind,
    Waiting,
    fold,
    next_nudge,
    nominal_date,
    nudge_instant,
    plan,
    streak,
    study_day,
)

ZONES = [
    "Africa/Cairo",
    "America/Los_Angeles",
    "America/Nuuk",
    "Antarctica/Casey",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Europe/Berlin",
    "Pacific/Apia",
    "Pacific/Chatham",
]
KOLKATA, BERLIN = ZoneInfo("Asia/Kolkata"), ZoneInfo("Europe/Berlin")

zones = st.sampled_from(ZONES).map(ZoneInfo)
instants = st.datetimes(datetime(2005, 1, 1), datetime(2037, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001  # hypothesis adds the zone


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "at", "day"),
    [
        ("Asia/Kolkata", "2026-03-10 18:20", "2026-03-10"),  # 23:50
        ("Asia/Kolkata", "2026-03-10 18:50", "2026-03-10"),  # 00:20
        ("Asia/Kolkata", "2026-03-10 22:29:59", "2026-03-10"),
        ("Asia/Kolkata", "2026-03-10 22:30", "2026-03-11"),  # 04:00
        ("Asia/Kathmandu", "2026-03-10 22:14", "2026-03-10"),
        ("Asia/Kathmandu", "2026-03-10 22:15", "2026-03-11"),
        ("Europe/Berlin", "2026-03-29 01:59", "2026-03-28"),  # 03:59, an hour after the clocks went forward
        ("Europe/Berlin", "2026-03-29 02:00", "2026-03-29"),
        ("Europe/Berlin", "2026-10-25 00:30", "2026-10-24"),  # 02:30, for the first time
        ("Europe/Berlin", "2026-10-25 01:30", "2026-10-24"),  # 02:30, for the second
        ("Europe/Berlin", "2026-10-25 03:00", "2026-10-25"),
        ("Australia/Lord_Howe", "2026-04-04 17:29", "2026-04-04"),  # half an hour back at 02:00
        ("Australia/Lord_Howe", "2026-04-04 17:30", "2026-04-05"),
        ("Australia/Lord_Howe", "2026-10-03 16:59", "2026-10-03"),  # half an hour forward at 02:00
        ("Australia/Lord_Howe", "2026-10-03 17:00", "2026-10-04"),
        ("Pacific/Apia", "2011-12-30 09:59", "2011-12-29"),  # the last minute before the skipped 30 December
        ("Pacific/Apia", "2011-12-30 13:59", "2011-12-30"),  # 03:59 on the 31st
        ("Pacific/Apia", "2011-12-30 14:00", "2011-12-31"),
        ("Pacific/Apia", "2012-03-31 13:59", "2012-03-31"),  # at 04:00 the clocks went back to 03:00
        ("Pacific/Apia", "2012-03-31 14:30", "2012-03-31"),
        ("Pacific/Apia", "2012-03-31 15:00", "2012-04-01"),
        ("Pacific/Apia", "2012-09-29 13:59", "2012-09-29"),  # at 03:00 the clocks went forward to 04:00
        ("Pacific/Apia", "2012-09-29 14:00", "2012-09-30"),
    ],
)
def test_a_study_day_starts_at_four_on_the_wall(zone: str, at: str, day: str) -> None:
    """Whatever the clocks do that night, the study day changes when they show 04:00."""
    assert study_day(utc(at), ZoneInfo(zone)) == date.fromisoformat(day)


@given(st.lists(instants, min_size=2), zones)
def test_study_days_never_go_back(times: list[datetime], zone: ZoneInfo) -> None:
    """A later answer is never on an earlier study day, and a study day is the local date or the one before."""
    days = [study_day(at, zone) for at in sorted(times)]
    assert days == sorted(days)
    for at, day in zip(sorted(times), days, strict=True):
        assert (at.astimezone(zone).date() - day).days in (0, 1)


@given(instants, zones, zones)
def test_an_instant_has_one_study_day_however_it_is_written(
    at: datetime, zone: ZoneInfo, other: ZoneInfo
) -> None:
    """The zone in which an instant is written down doesn't matter, only the learner's does."""
    assert study_day(at.astimezone(other), zone) == study_day(at, zone)


def test_a_naive_instant_is_refused() -> None:
    """A time without a zone is no instant: neither a study day nor a nudge is guessed from it."""
    naive = datetime(2026, 3, 10, 12, 0)  # noqa: DTZ001  # the fault under test
    with pytest.raises(ValueError, match="zone"):
        study_day(naive, KOLKATA)
    with pytest.raises(ValueError, match="zone"):
        next_nudge(naive, time(8), KOLKATA)
    with pytest.raises(ValueError, match="zone"):
        nominal_date(naive, time(8), KOLKATA)


def test_past_midnight_is_the_same_evening_and_a_move_keeps_the_streak() -> None:
    """23:50 and 00:20 are one study day; after a move to US Pacific no card is skipped and the streak is whole (N8)."""
    assert study_day(utc("2026-03-10 18:20"), KOLKATA) == study_day(utc("2026-03-10 18:50"), KOLKATA)
    pacific = ZoneInfo("America/Los_Angeles")
    flight = utc("2026-03-09 23:30")  # 05:00 on the 10th in Kolkata, 16:30 on the 9th in Los Angeles
    days = {date(2026, 3, 8), date(2026, 3, 9), study_day(flight, KOLKATA)}
    due = {n: date(2026, 3, 8) + timedelta(days=n) for n in range(6)}
    waiting = [Waiting(n, day, 3, 1, n, str(n)) for n, day in due.items()]
    asked: set[int] = set()
    for length, hours in [(3, 0), (3, 24), (4, 48), (5, 72), (6, 96)]:
        today = study_day(flight + timedelta(hours=hours), pacific)
        days |= {today}
        assert streak(days, today) == length
        now_asked = plan([w for w in waiting if w.card not in asked], today, new_allowed=0)
        assert set(now_asked) == {n for n, day in due.items() if day <= today} - asked
        asked |= set(now_asked)
    assert asked == set(due)


def test_a_fail_just_before_four_is_one_lapse() -> None:
    """A known card failed at 03:59 and drilled past 04:00 has lapsed once, on the evening's study day (N11)."""
    first, failed, drilled = utc("2026-03-09 14:30"), utc("2026-03-10 22:29"), utc("2026-03-10 22:31")
    kinds = [(first, TurnKind.REVIEW, 4), (failed, TurnKind.REVIEW, 1), (drilled, TurnKind.DRILL, 1)]
    memory = fold(
        [
            Event(n, EventType.ANSWER, kind, n, None, quality, study_day(at, KOLKATA))
            for n, (at, kind, quality) in enumerate(kinds, start=1)
        ]
    )
    assert (memory.lapses, memory.drill_day, memory.due) == (1, date(2026, 3, 10), date(2026, 3, 11))


@pytest.mark.parametrize(
    ("zone", "at", "after", "expected"),
    [
        # Berlin 02:30: comes twice on 25 October, is skipped on 29 March
        ("Europe/Berlin", "02:30", "2026-10-23 12:00", ["10-24 00:30", "10-25 00:30", "10-26 01:30"]),
        ("Europe/Berlin", "02:30", "2026-03-27 12:00", ["03-28 01:30", "03-29 01:30", "03-30 00:30"]),
        ("Europe/Berlin", "07:30", "2026-10-23 12:00", ["10-24 05:30", "10-25 06:30", "10-26 06:30"]),
        ("Europe/Berlin", "07:30", "2026-03-27 12:00", ["03-28 06:30", "03-29 05:30", "03-30 05:30"]),
        ("Asia/Kolkata", "20:30", "2026-04-01 14:59", ["04-01 15:00", "04-02 15:00"]),
        ("Asia/Kolkata", "20:30", "2026-04-01 15:00", ["04-02 15:00", "04-03 15:00"]),
        ("Asia/Kathmandu", "06:45", "2026-04-01 12:00", ["04-02 01:00", "04-03 01:00"]),
        # Lord Howe goes back from 02:00 to 01:30 on 5 April, forward from 02:00 to 02:30 on 4 October
        ("Australia/Lord_Howe", "01:45", "2026-04-03 00:00", ["04-03 14:45", "04-04 14:45", "04-05 15:15"]),
        ("Australia/Lord_Howe", "02:15", "2026-10-02 00:00", ["10-02 15:45", "10-03 15:45", "10-04 15:15"]),
        # Nuuk skips 23:00 to midnight on 28 March: at 00:10 on the 29th the nudge of the 28th is still to come
        ("America/Nuuk", "23:45", "2026-03-29 01:10", ["03-29 01:45", "03-30 00:45"]),
        # Apia skipped 30 December: its 09:00 falls on that of the 31st
        ("Pacific/Apia", "09:00", "2011-12-28 20:00", ["12-29 19:00", "12-30 19:00", "12-31 19:00"]),
    ],
)
def test_nudges_come_at_the_wall_clock_time(zone: str, at: str, after: str, expected: list[str]) -> None:
    """Over every kind of clock change the learner's time comes once a day, at the right instant (N1, N2, N3)."""
    found, moment = [], utc(after)
    for _ in expected:
        moment = next_nudge(moment, time.fromisoformat(at), ZoneInfo(zone))
        assert moment.tzinfo is UTC
        found.append(f"{moment:%m-%d %H:%M}")
    assert found == expected


@given(instants, st.times(), zones)
def test_the_next_nudge_is_the_first_one_later(after: datetime, at: time, zone: ZoneInfo) -> None:
    """Strictly later, no earlier candidate left out, and on the wall it is the time asked for or that time is skipped."""
    found = next_nudge(after, at, zone)
    around = [nudge_instant(after.date() + timedelta(days=n), at, zone) for n in range(-4, 5)]
    assert found == min(instant for instant in around if instant > after)
    wall = found.astimezone(zone)
    if wall.time() != at:
        offsets = {(wall + timedelta(hours=hours)).utcoffset() for hours in (-25, 25)}
        assert len(offsets) == 2, "the wall time differs though no clock changed"


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("at", [time(0, 0), time(1, 45), time(2, 30), time(7, 30), time(23, 45)])
def test_a_year_of_nudges_has_each_day_once(zone: str, at: time) -> None:
    """From nudge to nudge through a year no nominal date is left out and none comes twice."""
    where = ZoneInfo(zone)
    moment = utc("2026-01-01 00:00")
    chain = [moment := next_nudge(moment, at, where) for _ in range(365)]
    dates = [nominal_date(instant, at, where) for instant in chain]
    assert [(b - a).days for a, b in pairwise(dates)] == [1] * 364


@pytest.mark.parametrize(
    ("zone", "at", "now", "nominal"),
    [
        ("America/Nuuk", "23:45", "2026-03-29 01:44", "2026-03-27"),
        ("America/Nuuk", "23:45", "2026-03-29 01:45", "2026-03-28"),  # 00:45 on the 29th
        ("America/Nuuk", "23:45", "2026-03-30 00:45", "2026-03-29"),
        ("Asia/Kolkata", "20:30", "2026-04-01 14:59", "2026-03-31"),
        ("Asia/Kolkata", "20:30", "2026-04-01 15:00", "2026-04-01"),
        ("Asia/Kolkata", "20:30", "2026-04-01 19:00", "2026-04-01"),  # four hours late, past midnight
        ("Pacific/Apia", "09:00", "2011-12-30 19:00", "2011-12-31"),
        (
            "Antarctica/Casey",
            "01:00",
            "2010-03-04 15:30",
            "2010-03-05",
        ),  # from 02:00 back to 23:00 on the 4th
    ],
)
def test_a_nudge_belongs_to_its_nominal_date(zone: str, at: str, now: str, nominal: str) -> None:
    """A nudge moved past midnight by the clocks, or sent late, still counts for the date it was meant for."""
    assert nominal_date(utc(now), time.fromisoformat(at), ZoneInfo(zone)) == date.fromisoformat(nominal)


@given(instants, st.times(), zones)
def test_the_nominal_date_is_where_the_last_nudge_was(now: datetime, at: time, zone: ZoneInfo) -> None:
    """Its nudge is not later than now, and the next nominal date's is."""
    nominal = nominal_date(now, at, zone)
    assert nudge_instant(nominal, at, zone) <= now < nudge_instant(nominal + timedelta(days=1), at, zone)


def test_a_time_that_comes_twice_means_the_first() -> None:
    """Even a stored time that says "the second 02:30" is nudged at the first."""
    second = time(2, 30, fold=1)
    assert next_nudge(utc("2026-10-24 12:00"), second, BERLIN) == utc("2026-10-25 00:30")
