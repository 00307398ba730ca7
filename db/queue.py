"""What waits for a learner: cards due, cards never seen, repetitions; "due" is defined here and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Float, Row, Select, and_, cast, exists, false, func, or_, select, true

from db.models import CardState, CardVersion, Deck, DeckCard, DeckVersion, Enrolment, Event, Memory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from sqlalchemy.orm import Session


def live_cards(learner: int, *columns: Any) -> Select[Any]:
    """The cards of the live versions of the decks that the learner studies."""
    return (
        select(*columns)
        .select_from(Enrolment)
        .join(Deck, and_(Deck.id == Enrolment.deck, Deck.retired_at.is_(None)))
        .join(DeckVersion, and_(DeckVersion.deck == Deck.id, DeckVersion.number == Deck.current_version))
        .join(DeckCard, DeckCard.version == DeckVersion.id)
        .where(Enrolment.learner == learner, Enrolment.left_at.is_(None))
    )


def with_memory(statement: Select[Any], learner: int) -> Select[Any]:
    """Those of the cards that the learner has a memory of, with what else was decided about them."""
    return statement.join(Memory, and_(Memory.card == DeckCard.card, Memory.learner == learner)).outerjoin(
        CardState, and_(CardState.card == DeckCard.card, CardState.learner == learner)
    )


def is_due(today: date) -> Any:
    """The condition that a remembered card is to be reviewed on this study day."""
    return and_(
        or_(Memory.due <= today, Memory.stale, CardState.show_by <= today),
        or_(CardState.buried_until.is_(None), CardState.buried_until <= today),
        func.coalesce(CardState.suspended, false()).is_(false()),
    )


def due_cards(session: Session, learner: int, today: date, limit: int) -> Sequence[Row[Any]]:
    """Cards to review, most overdue relative to their interval first.

    Rows of (card, deck, position, due, interval, answer_key).
    """
    overdue = cast(today.toordinal() - Memory.due, Float) / Memory.interval
    statement = with_memory(
        live_cards(
            learner,
            DeckCard.card,
            Enrolment.deck,
            DeckCard.position,
            Memory.due,
            Memory.interval,
            CardVersion.answer_key,
        ).join(CardVersion, CardVersion.id == DeckCard.card_version),
        learner,
    )
    return session.execute(
        statement.where(is_due(today)).order_by(overdue.desc(), DeckCard.card).limit(limit)
    ).all()


def count_due(session: Session, learner: int, today: date) -> int:
    """How many cards there are to review."""
    return session.scalar(with_memory(live_cards(learner, func.count()), learner).where(is_due(today))) or 0


def is_unseen(learner: int) -> Any:
    """The condition that the learner never answered a card and may be asked it."""
    seen = exists().where(Memory.learner == learner, Memory.card == DeckCard.card)
    barred = exists().where(
        CardState.learner == learner, CardState.card == DeckCard.card, CardState.suspended.is_(true())
    )
    return and_(~seen, ~barred)


def new_cards(session: Session, learner: int, limit: int) -> Sequence[Row[Any]]:
    """Cards never answered, in deck order: rows of (card, deck, position, answer_key)."""
    statement = live_cards(learner, DeckCard.card, Enrolment.deck, DeckCard.position, CardVersion.answer_key)
    return session.execute(
        statement.join(CardVersion, CardVersion.id == DeckCard.card_version)
        .where(is_unseen(learner))
        .order_by(Enrolment.joined_at, Enrolment.deck, DeckCard.position)
        .limit(limit)
    ).all()


def count_new(session: Session, learner: int) -> int:
    """How many cards were never answered."""
    return session.scalar(live_cards(learner, func.count()).where(is_unseen(learner))) or 0


def introduced_on(session: Session, learner: int, day: date) -> int:
    """How many remembered cards have their first answer that stands on this study day."""
    undo = Event.__table__.alias("undo")
    undone = exists().where(undo.c.refers_to == Event.id, undo.c.type == "undo")
    first = (
        select(Event.card)
        .where(Event.learner == learner, Event.type == "answer", ~undone)
        .group_by(Event.card)
        .having(func.min(Event.study_day) == day)
        .subquery()
    )
    return (
        session.scalar(
            select(func.count())
            .select_from(Memory)
            .where(Memory.learner == learner, Memory.card.in_(select(first.c.card)))
        )
        or 0
    )


def pending_drills(session: Session, learner: int, day: date) -> Sequence[int]:
    """Cards that still have to be repeated on this study day."""
    statement = with_memory(live_cards(learner, DeckCard.card), learner).where(
        Memory.drill_day == day,
        or_(CardState.skipped_day.is_(None), CardState.skipped_day != day),
        or_(CardState.buried_until.is_(None), CardState.buried_until <= day),
        func.coalesce(CardState.suspended, false()).is_(false()),
    )
    return session.scalars(statement.order_by(DeckCard.card)).all()


def due_by_day(session: Session, learner: int, after: date, until: date) -> Sequence[Row[Any]]:
    """How many cards come due on each day after `after` up to `until`: rows of (day, cards), in order."""
    day = Memory.due
    statement = with_memory(live_cards(learner, day, func.count()), learner)
    return session.execute(statement.where(day > after, day <= until).group_by(day).order_by(day)).all()
