"""Which study day an instant belongs to, and at which instant a learner's daily nudge falls."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

DAY_START = time(4, 0)
"""The wall-clock time at which a study day starts: who studies past midnight is still at the evening's work."""

ONE_DAY = timedelta(days=1)


def study_day(at: datetime, zone: ZoneInfo) -> date:
    """The local date of an instant, the hours before 04:00 counted to the day before. Aware instants only (ValueError)."""
    local = _aware(at).astimezone(zone)
    return local.date() - ONE_DAY if local.time() < DAY_START else local.date()


def nudge_instant(nominal: date, at: time, zone: ZoneInfo) -> datetime:
    """When the nudge of this nominal local date goes out, as UTC.

    A wall-clock time that comes twice that night means its first coming; one that the clocks skip is moved on by
    the length of the gap (PEP 495, fold=0).
    """
    return datetime.combine(nominal, at.replace(fold=0), tzinfo=zone).astimezone(UTC)


def nominal_date(now: datetime, at: time, zone: ZoneInfo) -> date:
    """The date that the latest nudge up to `now` belongs to. Aware instants only (ValueError).

    Mostly the local date of its instant, but where clocks go forward at midnight's door (Nuuk, 23:45 on
    28 March 2026) the nudge falls into the next local date, which has a nudge of its own.
    """
    now = _aware(now).astimezone(UTC)
    last = now.astimezone(zone).date() + ONE_DAY
    return next(day for n in count() if nudge_instant(day := last - n * ONE_DAY, at, zone) <= now)


def next_nudge(after: datetime, at: time, zone: ZoneInfo) -> datetime:
    """The first nudge instant strictly later than `after`, as UTC. Aware instants only (ValueError).

    In a day that a zone skipped (Apia, 30 December 2011) two nominal dates share one instant: it is given once.
    """
    after = _aware(after).astimezone(UTC)
    # A skipped hour can push a late nudge into the next local date, so the search starts a day early.
    first = after.astimezone(zone).date() - ONE_DAY
    instants = (nudge_instant(first + n * ONE_DAY, at, zone) for n in count())
    return next(instant for instant in instants if instant > after)


def _aware(at: datetime) -> datetime:
    if at.utcoffset() is None:
        raise ValueError(f"an instant needs a zone: {at}")
    return at
