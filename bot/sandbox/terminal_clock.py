"""The clock of the chat in the terminal: the machine's, moved on by as much as was asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from zoneinfo import ZoneInfo

FURTHEST = 2100
"""Years from this one on are out of reach."""

_AHEAD = re.compile(r"\+([0-9]{1,4})([mhd])")
_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}


@dataclass(slots=True)
class TravelClock:
    """Gives the moment: `real_now` and what was travelled."""

    real_now: Callable[[], datetime]
    travelled: timedelta = field(default_factory=timedelta)

    def __call__(self) -> datetime:
        """The moment, as an aware instant."""
        return self.real_now() + self.travelled

    def go(self, to: datetime) -> None:
        """Make it that moment now; time passes from there."""
        self.travelled = to - self.real_now()

    def return_home(self) -> None:
        """Follow the machine's clock again."""
        self.travelled = timedelta()


def destination(typed: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """Where "+1d", "+2h", "+90m" or "20:00" (the next time that a clock in the zone shows it) leads.

    None for anything else and for what lies too far ahead.
    """
    ahead, at = _AHEAD.fullmatch(typed), _TIME.fullmatch(typed)
    if ahead is not None:
        there = now + int(ahead[1]) * _UNITS[ahead[2]]
    elif at is not None:
        there = _next(time(int(at[1]), int(at[2])), now, zone)
    else:
        return None
    return there if there.year < FURTHEST else None


def _next(shown: time, now: datetime, zone: ZoneInfo) -> datetime:
    today = now.astimezone(zone).date()
    for day in (today, today + timedelta(days=1)):
        there = datetime.combine(day, shown, tzinfo=zone).astimezone(now.tzinfo)
        if there > now:
            return there
    # The time of tomorrow can only be past where tomorrow's clocks are turned back over it.
    return datetime.combine(today + timedelta(days=2), shown, tzinfo=zone).astimezone(now.tzinfo)


def span(length: timedelta) -> str:
    """A length of time to the minute, like "1 d 3 h"."""
    minutes = round(abs(length) / timedelta(minutes=1))
    parts = ((minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "min"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 min"
