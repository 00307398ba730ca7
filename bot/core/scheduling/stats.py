"""What a learner's answers say about the learner: the streak and the retention."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from bot.core.scheduling.memory import PASS

if TYPE_CHECKING:
    from collections.abc import Collection

ONE_DAY = timedelta(days=1)


def streak(days: Collection[date], today: date) -> int:
    """How many study days in a row, up to today or yesterday, are among `days`, those with a scheduled answer.

    Days after today count too: who moves west across midnight has studied on a day that is yet to come there.
    """
    studied = frozenset(days)
    newest = max(studied, default=date.min)
    if newest < today - ONE_DAY:
        return 0
    length = 0
    while newest - length * ONE_DAY in studied:
        length += 1
    return length


def retention(answers: Collection[tuple[date, int, bool]], today: date, days: int = 30) -> float | None:
    """The share, 0 to 1, of the last `days` study days' answers that were remembered (quality 3 or more).

    `answers` are scheduled ones, each (study day, quality, whether it was the card's first): first answers teach
    and don't count. None when there is nothing to count.
    """
    since = today - timedelta(days=days)
    counted = [quality for day, quality, is_first in answers if day > since and not is_first]
    if not counted:
        return None
    return sum(quality >= PASS for quality in counted) / len(counted)
