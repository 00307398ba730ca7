"""Who is acting: what a service needs to know of the learner, read once at the start of the transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.core.scheduling import study_day

if TYPE_CHECKING:
    from datetime import date, datetime, time

    from db.models import Learner


@dataclass(frozen=True, slots=True)
class Who:
    """A learner as they stood when the transaction began."""

    learner: int
    language: str
    zone: ZoneInfo
    new_per_day: int
    nudge_time: time | None
    nudge_offered: bool
    expecting: str | None

    def day(self, at: datetime) -> date:
        """The learner's study day at an instant."""
        return study_day(at, self.zone)


def who_is(row: Learner) -> Who:
    """The value of a learner's row."""
    return Who(
        learner=row.id,
        language=row.language,
        zone=ZoneInfo(row.zone),
        new_per_day=row.new_per_day,
        nudge_time=row.nudge_time,
        nudge_offered=row.nudge_offered_at is not None,
        expecting=row.expecting,
    )
