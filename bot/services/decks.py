"""The decks a learner can study: listing, joining and leaving them. Progress outlives an enrolment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.core.pace import minutes
from bot.services.outcomes import DeckGone, DeckLine, DeckList, Joined, Left
from bot.services.waiting import waiting_by_deck
from db import decks, reviews

if TYPE_CHECKING:
    from datetime import date, datetime

    from bot.services.who import Who
    from db import Session


def lines(session: Session, who: Who, day: date) -> tuple[DeckLine, ...]:
    """All decks the learner can join or has joined, the house's first."""
    waiting = waiting_by_deck(session, who, day)
    return tuple(
        DeckLine(
            deck=row.deck,
            title=row.title,
            cards=row.cards,
            minutes=minutes(new=row.cards),
            joined=row.joined,
            waiting=waiting.get(row.deck, 0),
        )
        for row in decks.listing(session, who.learner)
    )


def joinable(session: Session, who: Who, day: date) -> tuple[DeckLine, ...]:
    """The decks the learner doesn't study yet."""
    return tuple(line for line in lines(session, who, day) if not line.joined)


def deck_list(session: Session, who: Who, now: datetime) -> DeckList:
    """Everything that can be joined or left."""
    return DeckList(lines(session, who, who.day(now)))


def join(session: Session, who: Who, deck: int, now: datetime) -> Joined | DeckGone:
    """Begin to study a deck; joining it again changes nothing."""
    line = _line(session, who, deck, now)
    if line is None:
        return DeckGone()
    is_new = decks.join(session, who.learner, deck, now)
    waiting = waiting_by_deck(session, who, who.day(now)).get(deck, 0)
    return Joined(replace(line, joined=True, waiting=waiting), again=not is_new)


def leave(session: Session, who: Who, deck: int, now: datetime) -> Left | DeckGone:
    """Stop studying a deck: its open question is withdrawn, its progress stays for a return."""
    line = _line(session, who, deck, now)
    if line is None:
        return DeckGone()
    decks.leave(session, who.learner, deck, now)
    posed = reviews.open_turn(session, who.learner)
    if posed is not None and posed.deck == deck:
        reviews.close_turn(session, posed.turn, "withdrawn")
    return Left(replace(line, joined=False, waiting=0))


def _line(session: Session, who: Who, deck: int, now: datetime) -> DeckLine | None:
    return next((line for line in lines(session, who, who.day(now)) if line.deck == deck), None)
