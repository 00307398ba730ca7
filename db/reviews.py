"""Reading and writing a learner's sessions, turns, attempts, log and memories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, Select, and_, exists, func, select, update

from db.models import (
    Attempt,
    Card,
    CardState,
    CardVersion,
    Deck,
    DeckCard,
    DeckVersion,
    Enrolment,
    Event,
    Memory,
    StudySession,
    Turn,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Posed:
    """A turn with what was asked in it: the wording the learner saw, and whether its card can still be asked."""

    turn: Turn
    content: str
    deck: int
    version: int | None
    """The id of the deck's live version, None when the deck has none or is retired."""
    gone: bool


def _posed(
    where: Any,
) -> Select[Turn, str, int, int, datetime | None, datetime | None, datetime | None]:
    return (
        select(
            Turn,
            CardVersion.content,
            Card.deck,
            DeckVersion.id,
            Card.retired_at,
            Deck.retired_at,
            Enrolment.left_at,
        )
        .join(CardVersion, CardVersion.id == Turn.card_version)
        .join(Card, Card.uid == Turn.card)
        .join(Deck, Deck.id == Card.deck)
        .outerjoin(DeckVersion, and_(DeckVersion.deck == Deck.id, DeckVersion.number == Deck.current_version))
        .outerjoin(Enrolment, and_(Enrolment.deck == Deck.id, Enrolment.learner == Turn.learner))
        .where(where)
    )


def _one_posed(session: Session, where: Any) -> Posed | None:
    row = session.execute(_posed(where)).first()
    if row is None:
        return None
    turn, content, deck, version, card_retired, deck_retired, left = row
    return Posed(
        turn, content, deck, version, gone=bool(card_retired or deck_retired or left) or version is None
    )


def open_turn(session: Session, learner: int) -> Posed | None:
    """The learner's open question."""
    return _one_posed(session, and_(Turn.learner == learner, Turn.state == "open"))


def open_ids(session: Session, learner: int) -> tuple[int, int | None]:
    """The open question's turn (0 for none) and the message it stands in."""
    row = session.execute(
        select(Turn.id, Turn.prompt_message_id).where(Turn.learner == learner, Turn.state == "open")
    ).first()
    return (row[0], row[1]) if row else (0, None)


def turn_of(session: Session, learner: int, turn: int) -> Posed | None:
    """A turn by its id, if it is this learner's."""
    return _one_posed(session, and_(Turn.id == turn, Turn.learner == learner))


def attempts(session: Session, turn: int) -> Sequence[Attempt]:
    """The tries at a turn's question, in order."""
    return session.scalars(select(Attempt).where(Attempt.turn == turn).order_by(Attempt.n)).all()


def running_session(session: Session, learner: int) -> StudySession | None:
    """The learner's session that has not ended."""
    return session.scalar(
        select(StudySession).where(StudySession.learner == learner, StudySession.ended_at.is_(None))
    )


def scheduled_turns(session: Session, study_session: int) -> int:
    """How many cards (drills not counted) a session has asked, withdrawn turns left out."""
    return (
        session.scalar(
            select(func.count(Turn.id)).where(
                Turn.session == study_session, Turn.kind == "review", Turn.state != "withdrawn"
            )
        )
        or 0
    )


def log_of_card(session: Session, learner: int, card: int) -> Sequence[Row[Event, str]]:
    """The log of one card with the kind of each event's turn: rows of (Event, kind)."""
    return session.execute(
        select(Event, Turn.kind)
        .join(Turn, Turn.id == Event.turn)
        .where(Event.learner == learner, Event.card == card)
        .order_by(Event.id)
    ).all()


def log_of_day(session: Session, learner: int, day: date) -> Sequence[Row[Event, str]]:
    """The log of one study day with the kind of each event's turn: rows of (Event, kind)."""
    return session.execute(
        select(Event, Turn.kind)
        .join(Turn, Turn.id == Event.turn)
        .where(Event.learner == learner, Event.study_day == day)
        .order_by(Event.id)
    ).all()


def log_of_session(session: Session, study_session: int) -> Sequence[Row[Event, str]]:
    """The log of one sitting with the kind of each event's turn: rows of (Event, kind)."""
    return session.execute(
        select(Event, Turn.kind)
        .join(Turn, Turn.id == Event.turn)
        .where(Turn.session == study_session)
        .order_by(Event.id)
    ).all()


def memory_of(session: Session, learner: int, card: int) -> Memory | None:
    """The learner's memory of a card."""
    return session.get(Memory, (learner, card))


def state_of(session: Session, learner: int, card: int) -> CardState | None:
    """What was decided about the learner's card outside the log."""
    return session.get(CardState, (learner, card))


def live_card(session: Session, card: int) -> Row[int, str] | None:
    """The card's wording in its deck's live version: (card_version, content)."""
    return session.execute(
        select(CardVersion.id, CardVersion.content)
        .join(DeckCard, DeckCard.card_version == CardVersion.id)
        .join(DeckVersion, DeckVersion.id == DeckCard.version)
        .join(Deck, and_(Deck.id == DeckVersion.deck, Deck.current_version == DeckVersion.number))
        .where(DeckCard.card == card)
    ).first()


def answer_key_of(session: Session, card_version: int) -> str:
    """The normalised answer of a card's wording."""
    return session.scalars(select(CardVersion.answer_key).where(CardVersion.id == card_version)).one()


def answer_days(session: Session, learner: int) -> Sequence[date]:
    """The study days with a scheduled answer that stands, newest first."""
    undo = Event.__table__.alias("undo")
    undone = exists().where(undo.c.refers_to == Event.id, undo.c.type == "undo")
    return session.scalars(
        select(Event.study_day)
        .join(Turn, Turn.id == Event.turn)
        .where(Event.learner == learner, Event.type == "answer", Turn.kind == "review", ~undone)
        .group_by(Event.study_day)
        .order_by(Event.study_day.desc())
    ).all()


def answered_since(session: Session, learner: int, day: date) -> Sequence[Row[Event, str]]:
    """The log of the cards with a scheduled answer since this day, whole cards: rows of (Event, kind)."""
    cards = select(Event.card).where(Event.learner == learner, Event.study_day >= day).distinct()
    return session.execute(
        select(Event, Turn.kind)
        .join(Turn, Turn.id == Event.turn)
        .where(Event.learner == learner, Event.card.in_(cards))
        .order_by(Event.card, Event.id)
    ).all()


def close_turn(session: Session, turn: int, state: str) -> None:
    """Mark a turn as answered or withdrawn."""
    session.execute(update(Turn).where(Turn.id == turn).values(state=state))


def skip_drills(session: Session, learner: int, cards: Iterable[int], day: date) -> None:
    """Put off the repetitions of these cards for this study day."""
    for card in cards:
        state = state_of(session, learner, card)
        if state is None:
            session.add(CardState(learner=learner, card=card, skipped_day=day, suspended=False))
        else:
            state.skipped_day = day
