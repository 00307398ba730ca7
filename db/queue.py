"""What waits for a learner: cards due, cards never seen, repetitions; "due" is defined here and nowhere else.

Statements are built once, with parameters: building one costs more than running it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Float,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    cast,
    exists,
    false,
    func,
    or_,
    select,
    true,
)

from db.models import CardState, CardVersion, Deck, DeckCard, DeckVersion, Enrolment, Event, Memory
from db.types import Big, Day

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from sqlalchemy.orm import Session

LEARNER = bindparam("learner", type_=Big())
TODAY = bindparam("today", type_=Day())
LIMIT = bindparam("limit", type_=Integer())

IS_DUE = and_(
    or_(Memory.due <= TODAY, Memory.stale, CardState.show_by <= TODAY),
    or_(CardState.buried_until.is_(None), CardState.buried_until <= TODAY),
    func.coalesce(CardState.suspended, false()).is_(false()),
)
"""The condition that a remembered card is to be reviewed on the study day `today`."""
IS_UNSEEN = and_(
    ~exists().where(Memory.learner == LEARNER, Memory.card == DeckCard.card),
    ~exists().where(
        CardState.learner == LEARNER, CardState.card == DeckCard.card, CardState.suspended.is_(true())
    ),
)
"""The condition that the learner never answered a card and may be asked it."""


def live_cards(*columns: Any) -> Select[Any]:
    """The cards of the live versions of the decks that the learner studies."""
    return (
        select(*columns)
        .select_from(Enrolment)
        .join(Deck, and_(Deck.id == Enrolment.deck, Deck.retired_at.is_(None)))
        .join(DeckVersion, and_(DeckVersion.deck == Deck.id, DeckVersion.number == Deck.current_version))
        .join(DeckCard, DeckCard.version == DeckVersion.id)
        .where(Enrolment.learner == LEARNER, Enrolment.left_at.is_(None))
    )


def with_memory(statement: Select[Any]) -> Select[Any]:
    """Those of the cards that the learner has a memory of, with what else was decided about them."""
    return statement.join(Memory, and_(Memory.card == DeckCard.card, Memory.learner == LEARNER)).outerjoin(
        CardState, and_(CardState.card == DeckCard.card, CardState.learner == LEARNER)
    )


_DUE_CARDS = (
    with_memory(
        live_cards(
            DeckCard.card,
            Enrolment.deck,
            DeckCard.position,
            Memory.due,
            Memory.interval,
            CardVersion.answer_key,
        ).join(CardVersion, CardVersion.id == DeckCard.card_version)
    )
    .where(IS_DUE)
    .order_by((cast(TODAY - Memory.due, Float) / Memory.interval).desc(), DeckCard.card)
    .limit(LIMIT)
)
_COUNT_DUE = with_memory(live_cards(func.count())).where(IS_DUE)
_NEW_CARDS = (
    live_cards(DeckCard.card, Enrolment.deck, DeckCard.position, CardVersion.answer_key)
    .join(CardVersion, CardVersion.id == DeckCard.card_version)
    .where(IS_UNSEEN)
    .order_by(Enrolment.joined_at, Enrolment.deck, DeckCard.position)
    .limit(LIMIT)
)
_COUNT_NEW = live_cards(func.count()).where(IS_UNSEEN)
_UNDO = Event.__table__.alias("undo")
IS_UNDONE = exists().where(_UNDO.c.refers_to == Event.id, _UNDO.c.type == "undo")
"""The condition that an event of the log was taken back."""
_INTRODUCED = select(func.count()).where(
    Memory.learner == LEARNER,
    Memory.card.in_(
        select(Event.card)
        .where(Event.learner == LEARNER, Event.type == "answer", ~IS_UNDONE)
        .group_by(Event.card)
        .having(func.min(Event.study_day) == TODAY)
    ),
)
_DRILLS = (
    with_memory(live_cards(DeckCard.card))
    .where(
        Memory.drill_day == TODAY,
        or_(CardState.skipped_day.is_(None), CardState.skipped_day != TODAY),
        or_(CardState.buried_until.is_(None), CardState.buried_until <= TODAY),
        func.coalesce(CardState.suspended, false()).is_(false()),
    )
    .order_by(DeckCard.card)
)
_DUE_BY_DAY = (
    with_memory(live_cards(Memory.due, func.count()))
    .where(Memory.due > TODAY, Memory.due <= bindparam("until", type_=Day()))
    .group_by(Memory.due)
    .order_by(Memory.due)
)


def due_cards(session: Session, learner: int, today: date, limit: int) -> Sequence[Row[Any]]:
    """Cards to review, most overdue relative to their interval first.

    Rows of (card, deck, position, due, interval, answer_key).
    """
    return session.execute(_DUE_CARDS, {"learner": learner, "today": today, "limit": limit}).all()


def count_due(session: Session, learner: int, today: date) -> int:
    """How many cards there are to review."""
    return session.scalar(_COUNT_DUE, {"learner": learner, "today": today}) or 0


def new_cards(session: Session, learner: int, limit: int) -> Sequence[Row[Any]]:
    """Cards never answered, in deck order: rows of (card, deck, position, answer_key)."""
    return session.execute(_NEW_CARDS, {"learner": learner, "limit": limit}).all()


def count_new(session: Session, learner: int) -> int:
    """How many cards were never answered."""
    return session.scalar(_COUNT_NEW, {"learner": learner}) or 0


def introduced_on(session: Session, learner: int, day: date) -> int:
    """How many remembered cards have their first answer that stands on this study day."""
    return session.scalar(_INTRODUCED, {"learner": learner, "today": day}) or 0


def pending_drills(session: Session, learner: int, day: date) -> Sequence[int]:
    """Cards that still have to be repeated on this study day."""
    return session.scalars(_DRILLS, {"learner": learner, "today": day}).all()


def due_by_day(session: Session, learner: int, after: date, until: date) -> Sequence[Row[Any]]:
    """How many cards come due on each day after `after` up to `until`: rows of (day, cards), in order."""
    return session.execute(_DUE_BY_DAY, {"learner": learner, "today": after, "until": until}).all()
