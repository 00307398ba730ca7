"""Reading and writing a learner's sessions, turns, attempts, log and memories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, and_, bindparam, func, insert, select, update

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
from db.queue import IS_UNDONE, LEARNER, TODAY
from db.types import Big

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Posed:
    """A turn with what was asked in it: the wording the learner saw, and whether its card can still be asked."""

    turn: Turn
    content: str
    answer_key: str
    deck: int
    version: int | None
    """The id of the deck's live version, None when the deck has none or is retired."""
    gone: bool
    tries: int
    """How often its question was tried when this was read."""


_POSED = (
    select(
        Turn,
        CardVersion.content,
        CardVersion.answer_key,
        Card.deck,
        DeckVersion.id,
        Card.retired_at,
        Deck.retired_at,
        Enrolment.left_at,
        select(func.count()).where(Attempt.turn == Turn.id).scalar_subquery(),
    )
    .join(CardVersion, CardVersion.id == Turn.card_version)
    .join(Card, Card.uid == Turn.card)
    .join(Deck, Deck.id == Card.deck)
    .outerjoin(DeckVersion, and_(DeckVersion.deck == Deck.id, DeckVersion.number == Deck.current_version))
    .outerjoin(Enrolment, and_(Enrolment.deck == Deck.id, Enrolment.learner == Turn.learner))
    .where(Turn.learner == LEARNER)
)
_OPEN = _POSED.where(Turn.state == "open")
_ONE = _POSED.where(Turn.id == bindparam("turn", type_=Big()))
_OPEN_IDS = select(Turn.id, Turn.prompt_message_id).where(Turn.learner == LEARNER, Turn.state == "open")
_ATTEMPTS = select(Attempt).where(Attempt.turn == bindparam("turn", type_=Big())).order_by(Attempt.n)
_RUNNING = select(StudySession).where(StudySession.learner == LEARNER, StudySession.ended_at.is_(None))
_SITTING = bindparam("sitting", type_=Big())
_ASKED = select(func.count(Turn.id)).where(
    Turn.session == _SITTING, Turn.kind == "review", Turn.state != "withdrawn"
)
_LOG = select(Event, Turn.kind).join(Turn, Turn.id == Event.turn)
_LOG_OF_CARD = _LOG.where(Event.learner == LEARNER, Event.card == bindparam("card", type_=Big())).order_by(
    Event.id
)
_LOG_OF_DAY = _LOG.where(Event.learner == LEARNER, Event.study_day == TODAY).order_by(Event.id)
_LOG_OF_SITTING = _LOG.where(Turn.session == _SITTING).order_by(Event.id)
_LIVE_CARD = (
    select(CardVersion.id, CardVersion.content, CardVersion.answer_key, Card.deck, DeckVersion.id)
    .join(DeckCard, DeckCard.card_version == CardVersion.id)
    .join(Card, Card.uid == DeckCard.card)
    .join(DeckVersion, DeckVersion.id == DeckCard.version)
    .join(Deck, and_(Deck.id == DeckVersion.deck, Deck.current_version == DeckVersion.number))
    .where(DeckCard.card == bindparam("card", type_=Big()))
)
_TRIES: Any = Attempt.__table__
_EVENTS: Any = Event.__table__
_STATE: Any = CardState.__table__
_NEW_ATTEMPT = insert(_TRIES)
_NEW_EVENT = insert(_EVENTS)
_SHOWN = (
    update(_STATE)
    .where(
        _STATE.c.learner == bindparam("of", type_=Big()),
        _STATE.c.card == bindparam("shown", type_=Big()),
        _STATE.c.show_by.is_not(None),
    )
    .values(show_by=None)
)
_ANSWER_DAYS = (
    select(Event.study_day)
    .join(Turn, Turn.id == Event.turn)
    .where(Event.learner == LEARNER, Event.type == "answer", Turn.kind == "review", ~IS_UNDONE)
    .group_by(Event.study_day)
    .order_by(Event.study_day.desc())
)


def _posed(row: Row[*tuple[Any, ...]] | None) -> Posed | None:
    if row is None:
        return None
    turn, content, answer_key, deck, version, card_retired, deck_retired, left, tries = row
    gone = bool(card_retired or deck_retired or left) or version is None
    return Posed(turn, content, answer_key, deck, version, gone, tries)


def open_turn(session: Session, learner: int) -> Posed | None:
    """The learner's open question."""
    return _posed(session.execute(_OPEN, {"learner": learner}).first())


def open_ids(session: Session, learner: int) -> tuple[int, int | None]:
    """The open question's turn (0 for none) and the message it stands in."""
    row = session.execute(_OPEN_IDS, {"learner": learner}).first()
    return (row[0], row[1]) if row else (0, None)


def turn_of(session: Session, learner: int, turn: int) -> Posed | None:
    """A turn by its id, if it is this learner's."""
    return _posed(session.execute(_ONE, {"learner": learner, "turn": turn}).first())


def attempts(session: Session, turn: int) -> Sequence[Attempt]:
    """The tries at a turn's question, in order."""
    return session.scalars(_ATTEMPTS, {"turn": turn}).all()


def running_session(session: Session, learner: int) -> StudySession | None:
    """The learner's session that has not ended."""
    return session.scalar(_RUNNING, {"learner": learner})


def scheduled_turns(session: Session, study_session: int) -> int:
    """How many cards (drills not counted) a session has asked, withdrawn turns left out."""
    return session.scalar(_ASKED, {"sitting": study_session}) or 0


def log_of_card(session: Session, learner: int, card: int) -> Sequence[Row[Event, str]]:
    """The log of one card with the kind of each event's turn: rows of (Event, kind)."""
    return session.execute(_LOG_OF_CARD, {"learner": learner, "card": card}).all()


def log_of_day(session: Session, learner: int, day: date) -> Sequence[Row[Event, str]]:
    """The log of one study day with the kind of each event's turn: rows of (Event, kind)."""
    return session.execute(_LOG_OF_DAY, {"learner": learner, "today": day}).all()


def log_of_session(session: Session, study_session: int) -> Sequence[Row[Event, str]]:
    """The log of one sitting with the kind of each event's turn: rows of (Event, kind)."""
    return session.execute(_LOG_OF_SITTING, {"sitting": study_session}).all()


def add_attempt(session: Session, attempt: dict[str, Any]) -> None:
    """Keep a try: a row of the attempt table by its columns' names."""
    session.execute(_NEW_ATTEMPT, attempt)


def add_event(session: Session, event: dict[str, Any]) -> None:
    """Append to the log: a row of the event table by its columns' names."""
    session.execute(_NEW_EVENT, event)


def was_shown(session: Session, learner: int, card: int) -> None:
    """An edited card that has been answered need not be shown by a date any more."""
    session.execute(_SHOWN, {"of": learner, "shown": card})


def memory_of(session: Session, learner: int, card: int) -> Memory | None:
    """The learner's memory of a card."""
    return session.get(Memory, (learner, card))


def state_of(session: Session, learner: int, card: int) -> CardState | None:
    """What was decided about the learner's card outside the log."""
    return session.get(CardState, (learner, card))


def live_card(session: Session, card: int) -> Row[int, str, str, int, int] | None:
    """The card in its deck's live version: (card_version, content, answer_key, deck, version)."""
    return session.execute(_LIVE_CARD, {"card": card}).first()


def pose(session: Session, turn: Turn) -> Posed | None:
    """Open a turn for its card in the wording of the deck's live version; None when no live deck has the card."""
    row = live_card(session, turn.card)
    if row is None:
        return None
    turn.card_version, content, answer_key, deck, version = row
    session.add(turn)
    session.flush()
    return Posed(turn, content, answer_key, deck, version, gone=False, tries=0)


def answer_days(session: Session, learner: int) -> Sequence[date]:
    """The study days with a scheduled answer that stands, newest first."""
    return session.scalars(_ANSWER_DAYS, {"learner": learner}).all()


def answered_since(session: Session, learner: int, day: date) -> Sequence[Row[Event, str]]:
    """The log of the cards with a scheduled answer since this day, whole cards: rows of (Event, kind)."""
    cards = select(Event.card).where(Event.learner == learner, Event.study_day >= day).distinct()
    return session.execute(
        select(Event, Turn.kind)
        .join(Turn, Turn.id == Event.turn)
        .where(Event.learner == learner, Event.card.in_(cards))
        .order_by(Event.card, Event.id)
    ).all()


def close_turn(session: Session, turn: Turn, state: str) -> None:
    """Mark a turn as answered or withdrawn, at once: only then may another one be open."""
    turn.state = state
    session.flush()


def skip_drills(session: Session, learner: int, cards: Iterable[int], day: date) -> None:
    """Put off the repetitions of these cards for this study day."""
    for card in cards:
        state = state_of(session, learner, card)
        if state is None:
            session.add(CardState(learner=learner, card=card, skipped_day=day, suspended=False))
        else:
            state.skipped_day = day
