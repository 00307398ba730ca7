"""The answer log and the memory that is its fold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.scheduling import Event, EventType, Memory, TurnKind, drill, fold, review
from db import models, reviews

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date, datetime

    from db import Session


def events(rows: Iterable[tuple[models.Event, str]]) -> tuple[Event, ...]:
    """The log as the core reads it."""
    return tuple(
        Event(
            id=row.id,
            type=EventType(row.type),
            kind=TurnKind(kind),
            turn=row.turn,
            refers_to=row.refers_to,
            quality=row.quality,
            study_day=row.study_day,
        )
        for row, kind in rows
    )


def append(
    session: Session,
    turn: models.Turn,
    kind: EventType,
    quality: int,
    day: date,
    at: datetime,
    refers_to: int | None = None,
) -> None:
    """Add an event about a turn to the log."""
    event = {
        "learner": turn.learner,
        "card": turn.card,
        "turn": turn.id,
        "type": kind.value,
        "refers_to": refers_to,
        "quality": quality,
        "study_day": day,
        "at": at,
    }
    reviews.add_event(session, event)


def _store(session: Session, learner: int, card: int, row: models.Memory | None, memory: Memory) -> None:
    """Put a memory into its row, which is there just as long as the card has been answered."""
    if memory.due is None:
        if row is not None:
            session.delete(row)
        return
    if row is None:
        row = models.Memory(learner=learner, card=card)
        session.add(row)
    row.ease_x100, row.interval, row.repetitions = memory.ease_x100, memory.interval, memory.repetitions
    row.due, row.drill_day, row.lapses, row.stale = memory.due, memory.drill_day, memory.lapses, False


def replay(session: Session, learner: int, card: int) -> Memory:
    """Fold the card's whole log and store what comes out."""
    session.flush()
    memory = fold(events((row, kind) for row, kind in reviews.log_of_card(session, learner, card)))
    _store(session, learner, card, reviews.memory_of(session, learner, card), memory)
    session.flush()
    return memory


def remembered(session: Session, learner: int, card: int) -> Memory:
    """The memory as it stands; a stale one is replayed first."""
    return _remembered(session, learner, card, reviews.memory_of(session, learner, card))


def _remembered(session: Session, learner: int, card: int, row: models.Memory | None) -> Memory:
    if row is None:
        return Memory()
    if row.stale:
        return replay(session, learner, card)
    return Memory(row.ease_x100, row.interval, row.repetitions, row.due, row.drill_day, row.lapses)


def record_answer(session: Session, turn: models.Turn, quality: int, day: date, at: datetime) -> Memory:
    """Append an answer to the log and move the memory on by that one step."""
    row = reviews.memory_of(session, turn.learner, turn.card)
    before = _remembered(session, turn.learner, turn.card, row)
    append(session, turn, EventType.ANSWER, quality, day, at)
    match TurnKind(turn.kind):
        case TurnKind.REVIEW:
            memory = review(before, quality, day)
        case TurnKind.DRILL:
            memory = drill(before, quality)
        case TurnKind.PRACTICE:
            memory = before
    _store(session, turn.learner, turn.card, row, memory)
    reviews.was_shown(session, turn.learner, turn.card)
    return memory
