"""Writes the cards of a planned version: what reads as before stays the same row."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.core.scheduling import study_day
from db import publishing

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from bot.services.release_plan import Plan
    from db import Session

ONE_DAY = timedelta(days=1)


def write_cards(session: Session, deck: int, planned: Plan, now: datetime) -> list[tuple[int, int]]:
    """Bring cards and wordings up to date and give back (uid, card_version) in the file's order."""
    fresh = sum(wording.uid is None for wording in planned.wordings)
    new_uids = iter(publishing.add_cards(session, deck, fresh))
    uids = [next(new_uids) if wording.uid is None else wording.uid for wording in planned.wordings]
    added = iter(
        publishing.add_wordings(
            session,
            [
                (uid, wording.content, wording.answer_key)
                for uid, wording in zip(uids, planned.wordings, strict=True)
                if wording.card_version is None
            ],
        )
    )
    publishing.set_retired(session, planned.matching.retired, now)
    publishing.set_retired(session, planned.matching.revived, None)
    return [
        (uid, next(added) if wording.card_version is None else wording.card_version)
        for uid, wording in zip(uids, planned.wordings, strict=True)
    ]


def show_soon(session: Session, cards: Collection[int], now: datetime) -> None:
    """Have everybody who remembers these cards see them by tomorrow of their own study day."""
    for zone in sorted(publishing.zones_that_remember(session, cards)):
        publishing.show_by(session, cards, zone, study_day(now, ZoneInfo(zone)) + ONE_DAY)
