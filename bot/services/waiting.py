"""How much is waiting for a learner: reviews and new cards today, and the next day on which there is something."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.core.pace import minutes
from bot.services.outcomes import Coming
from db import decks, queue

if TYPE_CHECKING:
    from datetime import date

    from bot.services.who import Who
    from db import Session

HORIZON = timedelta(days=366)
"""How far ahead the next due day is looked for: just beyond the longest interval."""


def new_allowed(session: Session, who: Who, day: date) -> int:
    """How many more new cards may be shown on this study day."""
    return max(0, who.new_per_day - queue.introduced_on(session, who.learner, day))


def waiting_count(session: Session, who: Who, day: date) -> tuple[int, int]:
    """How many reviews and how many of today's new cards are waiting."""
    fresh = min(new_allowed(session, who, day), queue.count_new(session, who.learner))
    return queue.count_due(session, who.learner, day), fresh


def waiting_by_deck(session: Session, who: Who, day: date) -> dict[int, int]:
    """As `waiting_count`, both together, for each deck: today's new cards go to the decks in the order of joining."""
    waiting = decks.due_by_deck(session, who.learner, day)
    allowed = new_allowed(session, who, day)
    for deck, unseen in decks.unseen_by_deck(session, who.learner).items():
        fresh = min(allowed, unseen)
        allowed -= fresh
        waiting[deck] = waiting.get(deck, 0) + fresh
    return waiting


def coming(session: Session, who: Who, day: date) -> Coming | None:
    """The next day on which there is something to do, None if there never is."""
    unseen = min(who.new_per_day, queue.count_new(session, who.learner))
    due_on = dict(map(tuple, queue.due_by_day(session, who.learner, day, day + HORIZON)))
    if not due_on and not unseen:
        return None
    first = day + timedelta(days=1) if unseen else min(due_on)
    due = due_on.get(first, 0)
    return Coming(days=(first - day).days, cards=due + unseen, minutes=minutes(new=unseen, reviews=due))
