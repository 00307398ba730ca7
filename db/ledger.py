"""The ledger of updates: which have had their effect, and the letters of those that could not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import literal, update
from sqlalchemy.dialects import postgresql, sqlite

from db.models import DeadLetter, ProcessedUpdate

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class UpdateKey:
    """What makes an update unique: a bot may be served beside another one on the same database."""

    bot_id: int
    update_id: int


def _entry(insert: Any) -> Any:
    return insert(ProcessedUpdate.__table__).on_conflict_do_nothing().returning(literal(1))


_ENTRY = {"sqlite": _entry(sqlite.insert), "postgresql": _entry(postgresql.insert)}


def enter(session: Session, key: UpdateKey, now: datetime) -> bool:
    """Record the update as done; False when it stands there already."""
    entry = {"bot_id": key.bot_id, "update_id": key.update_id, "outcome": "done", "at": now}
    return session.execute(_ENTRY[session.get_bind().dialect.name], entry).first() is not None


def bury(session: Session, key: UpdateKey, payload: Any, code: str, error: str, now: datetime) -> bool:
    """Record the update as dead and keep it whole; False when it was recorded already."""
    if not enter(session, key, now):
        return False
    session.execute(
        update(ProcessedUpdate)
        .where(ProcessedUpdate.bot_id == key.bot_id, ProcessedUpdate.update_id == key.update_id)
        .values(outcome="dead")
    )
    session.add(
        DeadLetter(
            bot_id=key.bot_id,
            update_id=key.update_id,
            payload=payload,
            code=code,
            error=error,
            at=now,
            replayed_at=None,
        )
    )
    return True
