"""Turns the outcome of matching into cards and wordings in the database: what was the same before stays the same row."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.core.cardtext import from_text, to_text
from bot.core.grading import answer_key
from bot.core.scheduling import study_day
from db import publishing

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from bot.core.card import Card
    from bot.core.deckfile import Matching, PlacedCard
    from db import Session
    from db.models import Deck

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Stored:
    """What the deck already has of a card: its latest wording's id and text."""

    uid: int
    card_version: int
    content: str
    retired: bool

    @property
    def card(self) -> Card:
        """The latest wording."""
        return from_text(self.content)


def stored_cards(session: Session, deck: Deck | None) -> dict[int, Stored]:
    """By uid, all cards that the deck ever had, retired ones too; none for a deck that is not there yet."""
    if deck is None:
        return {}
    return {
        uid: Stored(uid, card_version, content, retired_at is not None)
        for uid, retired_at, card_version, content in publishing.stored_cards(session, deck.id)
    }


def changes_something(matching: Matching, cards: Sequence[PlacedCard], stored: Mapping[int, Stored]) -> bool:
    """Whether any card comes, goes or reads differently."""
    if matching.fresh or matching.retired or matching.revived:
        return True
    return any(
        stored[uid].content != to_text(cards[index].card) for index, uid in _kept_uids(matching).items()
    )


def _kept_uids(matching: Matching) -> dict[int, int]:
    """The uid of each card that is not new, by its index."""
    kept = {index: uid for uid, index in matching.same}
    kept.update((edit.index, edit.uid) for edit in matching.edited)
    return kept


def write_cards(
    session: Session,
    deck: int,
    matching: Matching,
    cards: Sequence[PlacedCard],
    stored: Mapping[int, Stored],
    now: datetime,
) -> list[tuple[int, int]]:
    """Bring cards and wordings up to date and give back (uid, card_version) in the file's order."""
    uids = _kept_uids(matching)
    uids.update(
        zip(sorted(matching.fresh), publishing.add_cards(session, deck, len(matching.fresh)), strict=True)
    )
    wordings: list[tuple[int, str, str]] = []
    for index, placed in enumerate(cards):
        content = to_text(placed.card)
        known = stored.get(uids[index])
        if known is None or known.content != content:
            wordings.append((uids[index], content, answer_key(placed.card)))
    added = publishing.add_wordings(session, wordings)
    card_version = {known.uid: known.card_version for known in stored.values()}
    card_version.update((uid, wording) for (uid, _, _), wording in zip(wordings, added, strict=True))
    publishing.set_retired(session, matching.retired, now)
    publishing.set_retired(session, matching.revived, None)
    return [(uids[index], card_version[uids[index]]) for index in range(len(cards))]


def show_soon(session: Session, cards: Collection[int], now: datetime) -> None:
    """Have everybody who remembers these cards see them by tomorrow of their own study day."""
    for zone in sorted(publishing.zones_that_remember(session, cards)):
        publishing.show_by(session, cards, zone, study_day(now, ZoneInfo(zone)) + ONE_DAY)
