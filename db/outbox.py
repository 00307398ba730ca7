"""The outbox: messages written with the update that caused them, claimed and marked by the sender."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, func, insert, or_, select, update

from db.models import Outbox, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, timedelta

    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Letter:
    """One Bot API call to make for a chat. `turn` is the open turn whose prompt it is, `chars` its visible length."""

    chat_id: int
    method: str
    payload: dict[str, Any]
    turn: int | None = None
    chars: int = 0
    kind: str = "reply"


def post(session: Session, letters: Sequence[Letter], now: datetime) -> None:
    """Put letters into the outbox, in order.

    A letter that is a turn's prompt makes the turn forget its former one: until the new one has been sent, only
    what was written after the first attempt to send it can be an answer to it.
    """
    if not letters:
        return
    session.execute(
        insert(Outbox),
        [
            {
                "chat_id": letter.chat_id,
                "kind": letter.kind,
                "method": letter.method,
                "payload": letter.payload,
                "turn": letter.turn,
                "state": "waiting",
                "tries": 0,
                "not_before": now,
            }
            for letter in letters
        ],
    )
    for letter in letters:
        if letter.turn is not None:
            session.execute(
                update(Turn)
                .where(Turn.id == letter.turn)
                .values(
                    prompt_message_id=None,
                    first_tried_at=None,
                    prompt_chars=func.coalesce(Turn.prompt_chars, letter.chars),
                )
            )


def claim(
    session: Session, now: datetime, lease: timedelta, limit: int
) -> list[Row[int, int, str, Any, int | None, int]]:
    """Take the oldest unsent letter of each chat, marked as being sent until the lease ends.

    A letter whose lease has run out is taken again: its sender died, or the outcome was never learnt.
    """
    head = (
        select(func.min(Outbox.id))
        .where(Outbox.state.in_(("waiting", "sending")))
        .group_by(Outbox.chat_id)
        .scalar_subquery()
    )
    statement = (
        select(Outbox.id, Outbox.chat_id, Outbox.method, Outbox.payload, Outbox.turn, Outbox.tries)
        .where(
            Outbox.id.in_(head),
            Outbox.not_before <= now,
            or_(Outbox.state == "waiting", Outbox.lease_until <= now),
            or_(Outbox.expires_at.is_(None), Outbox.expires_at > now),
        )
        .order_by(Outbox.id)
        .limit(limit)
        .with_for_update(skip_locked=True, of=Outbox)
    )
    rows = list(session.execute(statement))
    if rows:
        session.execute(
            update(Outbox)
            .where(Outbox.id.in_([row.id for row in rows]))
            .values(state="sending", tries=Outbox.tries + 1, lease_until=now + lease)
        )
        turns = [row.turn for row in rows if row.turn is not None]
        if turns:
            untried = update(Turn).where(Turn.id.in_(turns), Turn.first_tried_at.is_(None))
            session.execute(untried.values(first_tried_at=now))
    return rows


def sent(session: Session, letter: int, message_id: int, at: datetime) -> None:
    """Mark a letter as sent; the turn it prompts learns where it stands in the chat.

    A later prompt of the same turn may wait behind this one: then the turn goes on not knowing its latest.
    """
    turn = session.scalar(
        update(Outbox)
        .where(Outbox.id == letter)
        .values(state="sent", message_id=message_id, sent_at=at, lease_until=None)
        .returning(Outbox.turn)
    )
    if turn is None:
        return
    later = (
        select(Outbox.id).where(Outbox.turn == turn, Outbox.id > letter, Outbox.state != "failed").exists()
    )
    session.execute(update(Turn).where(Turn.id == turn, Turn.sent_at.is_(None)).values(sent_at=at))
    session.execute(update(Turn).where(Turn.id == turn, ~later).values(prompt_message_id=message_id))


def again(session: Session, letter: int, not_before: datetime, *, counts: bool) -> None:
    """Put a letter back; `counts` says whether the failure was a try."""
    session.execute(
        update(Outbox)
        .where(Outbox.id == letter)
        .values(
            state="waiting",
            not_before=not_before,
            lease_until=None,
            tries=Outbox.tries if counts else Outbox.tries - 1,
        )
    )


def failed(session: Session, letter: int) -> None:
    """Give a letter up."""
    session.execute(update(Outbox).where(Outbox.id == letter).values(state="failed", lease_until=None))


def next_try(session: Session) -> datetime | None:
    """The earliest instant at which an unsent letter may be tried; None when there is none."""
    return session.scalar(
        select(func.min(func.coalesce(Outbox.lease_until, Outbox.not_before))).where(
            Outbox.state.in_(("waiting", "sending"))
        )
    )


def unsent_prompt(session: Session, turn: int) -> bool:
    """Whether a prompt of the turn is still on its way."""
    return (
        session.scalar(
            select(Outbox.id).where(Outbox.turn == turn, Outbox.state.in_(("waiting", "sending"))).limit(1)
        )
        is not None
    )
