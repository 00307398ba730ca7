"""Learners by their Telegram id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from db.models import Learner

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session


def locked(session: Session, telegram_id: int) -> Learner | None:
    """The learner's row, locked until the transaction ends."""
    return session.scalar(select(Learner).where(Learner.telegram_id == telegram_id).with_for_update())


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
