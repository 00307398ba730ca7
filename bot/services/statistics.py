"""Where a learner stands: what waits, the streak, the retention, each deck's progress. It only reads."""

from __future__ import annotations

from datetime import timedelta
from itertools import groupby
from typing import TYPE_CHECKING

from bot.core.scheduling import TurnKind, retention, standing_answers
from bot.services.log import events
from bot.services.outcomes import DeckStats, Stats
from bot.services.streaks import streak_of
from bot.services.waiting import coming, waiting_by_deck, waiting_count
from db import decks, reviews

if TYPE_CHECKING:
    from datetime import date, datetime

    from bot.services.who import Who
    from db import Session

RETENTION_DAYS = 30


def stats(session: Session, who: Who, now: datetime) -> Stats:
    """The learner's figures on the study day of `now`."""
    day = who.day(now)
    due, new = waiting_count(session, who, day)
    return Stats(
        due=due,
        new=new,
        answered_today=_answered(session, who, day),
        streak=streak_of(session, who, day),
        retention=_retention(session, who, day),
        decks=_decks(session, who, day),
        coming=coming(session, who, day),
    )


def _answered(session: Session, who: Who, day: date) -> int:
    """Answers of the day that stand, drills not counted."""
    today = standing_answers(
        events((row, kind) for row, kind in reviews.log_of_day(session, who.learner, day))
    )
    return sum(answer.event.kind is not TurnKind.DRILL for answer in today)


def _retention(session: Session, who: Who, day: date) -> float | None:
    since = day - timedelta(days=RETENTION_DAYS - 1)
    rows = reviews.answered_since(session, who.learner, since)
    scheduled: list[tuple[date, int, bool]] = []
    for _, log in groupby(rows, key=lambda row: row[0].card):
        answers = standing_answers(events((row, kind) for row, kind in log))
        reviewed = [answer for answer in answers if answer.event.kind is TurnKind.REVIEW]
        scheduled += [(one.event.study_day, one.quality, n == 0) for n, one in enumerate(reviewed)]
    return retention(scheduled, day, RETENTION_DAYS)


def _decks(session: Session, who: Who, day: date) -> tuple[DeckStats, ...]:
    waiting = waiting_by_deck(session, who, day)
    seen = decks.seen_by_deck(session, who.learner)
    return tuple(
        DeckStats(
            title=row.title, cards=row.cards, seen=seen.get(row.deck, 0), waiting=waiting.get(row.deck, 0)
        )
        for row in decks.listing(session, who.learner)
        if row.joined
    )
