"""Learners: found or created by their Telegram id, and what they have set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, exists, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from db.models import Enrolment, Learner, Memory
from db.types import Big

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session


_LOCKED = (
    select(Learner).where(Learner.telegram_id == bindparam("telegram_id", type_=Big())).with_for_update()
)


def locked(session: Session, telegram_id: int) -> Learner | None:
    """The learner's row, locked until the transaction ends."""
    return session.scalar(_LOCKED, {"telegram_id": telegram_id})


def create(session: Session, telegram_id: int, language: str, zone: str, now: datetime) -> Learner:
    """The row of a learner who writes for the first time (or was created by another process just now), locked."""
    insert = postgresql.insert if session.get_bind().dialect.name == "postgresql" else sqlite.insert
    session.execute(
        insert(Learner)
        .values(
            telegram_id=telegram_id,
            language=language,
            zone=zone,
            new_per_day=10,
            reachable=True,
            created_at=now,
        )
        .on_conflict_do_nothing(index_elements=["telegram_id"])
    )
    learner = locked(session, telegram_id)
    if learner is None:
        raise LookupError(f"learner {telegram_id} vanished inside the transaction that created it")
    return learner


def row_of(session: Session, learner: int) -> Learner:
    """The learner's row by its own id. NoResultFound if there is none."""
    return session.get_one(Learner, learner)


def is_known(session: Session, learner: int) -> bool:
    """Whether the learner has ever joined a deck or answered a card."""
    enrolment = exists().where(Enrolment.learner == learner)
    memory = exists().where(Memory.learner == learner)
    return bool(session.scalar(select(or_(enrolment, memory))))


def offer_nudge(session: Session, learner: int, now: datetime) -> None:
    """Note that the learner has been asked when to be reminded; the first time counts."""
    row = row_of(session, learner)
    if row.nudge_offered_at is None:
        row.nudge_offered_at = now
        session.flush()


def withdraw_offer(session: Session, learner: int, at: datetime) -> None:
    """Take back that the nudge was offered at this instant, unless a time has been chosen since."""
    row = row_of(session, learner)
    if row.nudge_offered_at == at and row.nudge_time is None:
        row.nudge_offered_at = None
        session.flush()


def set_unreachable(session: Session, telegram_id: int) -> None:
    """Note that the bot can't write to a learner until they write again."""
    session.execute(update(Learner).where(Learner.telegram_id == telegram_id).values(reachable=False))


def expect(session: Session, learner: int, expecting: str | None) -> None:
    """Say what the learner's next free text means; None: an answer."""
    row_of(session, learner).expecting = expecting
    session.flush()
