"""How many study days in a row a learner has answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.scheduling import streak
from db import reviews

if TYPE_CHECKING:
    from datetime import date

    from bot.services.who import Who
    from db import Session


def streak_of(session: Session, who: Who, day: date) -> int:
    """The learner's streak on a study day."""
    return streak(set(reviews.answer_days(session, who.learner)), day)
