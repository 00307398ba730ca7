"""The outbox: messages written with the update that caused them, claimed and marked by the sender."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Integer, Row, bindparam, case, func, insert, or_, select, update

from db.models import Outbox, Turn
from db.types import Big, Utc

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


_OUTBOX: Any = Outbox.__table__
_TURN: Any = Turn.__table__
_NOW = bindparam("now", type_=Utc())
_LETTER = bindparam("letter", type_=Big())
_UNSENT = _OUTBOX.c.state.in_(("waiting", "sending"))
_HEADS = select(func.min(_OUTBOX.c.id)).where(_UNSENT).group_by(_OUTBOX.c.chat_id)
"""The oldest unsent letter of each chat."""
_POST = insert(_OUTBOX)
_PROMPT = (
    update(_TURN)
    .where(_TURN.c.id == bindparam("of", type_=Big()))
    .values(
        prompt_message_id=None,
        first_tried_at=None,
        prompt_chars=func.coalesce(_TURN.c.prompt_chars, bindparam("chars", type_=Big())),
    )
)
_CLAIM = (
    update(_OUTBOX)
    .where(
        _OUTBOX.c.id.in_(
            select(_OUTBOX.c.id)
            .where(
                _OUTBOX.c.id.in_(_HEADS),
                _OUTBOX.c.not_before <= _NOW,
                or_(_OUTBOX.c.state == "waiting", _OUTBOX.c.lease_until <= _NOW),
                or_(_OUTBOX.c.expires_at.is_(None), _OUTBOX.c.expires_at > _NOW),
            )
            .order_by(_OUTBOX.c.id)
            .limit(bindparam("limit", type_=Integer()))
            .with_for_update(skip_locked=True)
        )
    )
    .values(state="sending", tries=_OUTBOX.c.tries + 1, lease_until=bindparam("until", type_=Utc()))
    .returning(
        _OUTBOX.c.id,
        _OUTBOX.c.chat_id,
        _OUTBOX.c.method,
        _OUTBOX.c.payload,
        _OUTBOX.c.turn,
        (_OUTBOX.c.tries - 1).label("tries"),
    )
)
_TRIED = (
    update(_TURN)
    .where(_TURN.c.id.in_(bindparam("turns", expanding=True)), _TURN.c.first_tried_at.is_(None))
    .values(first_tried_at=_NOW)
)
_SENT = (
    update(_OUTBOX)
    .where(_OUTBOX.c.id == _LETTER)
    .values(state="sent", message_id=bindparam("message", type_=Big()), sent_at=_NOW, lease_until=None)
    .returning(_OUTBOX.c.turn)
)
_LATER = (
    select(_OUTBOX.c.id)
    .where(_OUTBOX.c.turn == _TURN.c.id, _OUTBOX.c.id > _LETTER, _OUTBOX.c.state != "failed")
    .exists()
)
_STANDS = (
    update(_TURN)
    .where(_TURN.c.id == bindparam("of", type_=Big()))
    .values(
        sent_at=case((_TURN.c.sent_at.is_(None), _NOW), else_=_TURN.c.sent_at),
        prompt_message_id=case((_LATER, _TURN.c.prompt_message_id), else_=bindparam("message", type_=Big())),
    )
)


def post(session: Session, letters: Sequence[Letter], now: datetime) -> None:
    """Put letters into the outbox, in order.

    A letter that is a turn's prompt makes the turn forget its former one: until the new one has been sent, only
    what was written after the first attempt to send it can be an answer to it.
    """
    if not letters:
        return
    rows = [
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
    ]
    session.execute(_POST, rows)
    for letter in letters:
        if letter.turn is not None:
            session.execute(_PROMPT, {"of": letter.turn, "chars": letter.chars})


def claim(session: Session, now: datetime, lease: timedelta, limit: int) -> list[Row[*tuple[Any, ...]]]:
    """Take the oldest unsent letter of each chat, marked as being sent until the lease ends.

    A letter whose lease has run out is taken again: its sender died, or the outcome was never learnt.
    Rows of (id, chat_id, method, payload, turn, tries), in order; `tries` counts those before this one.
    """
    claimed = session.execute(_CLAIM, {"now": now, "until": now + lease, "limit": limit})
    rows = sorted(claimed, key=lambda row: row.id)
    turns = [row.turn for row in rows if row.turn is not None]
    if turns:
        session.execute(_TRIED, {"turns": turns, "now": now})
    return rows


def sent(session: Session, letter: int, message_id: int, at: datetime) -> None:
    """Mark a letter as sent; the turn it prompts learns where it stands in the chat.

    A later prompt of the same turn may wait behind this one: then the turn goes on not knowing its latest.
    """
    turn = session.scalar(_SENT, {"letter": letter, "message": message_id, "now": at})
    if turn is not None:
        session.execute(_STANDS, {"of": turn, "letter": letter, "message": message_id, "now": at})


def again(session: Session, letter: int, not_before: datetime, *, unsent: bool) -> None:
    """Put a letter back. `unsent` says that it surely did not arrive: then it was no try."""
    session.execute(
        update(Outbox)
        .where(Outbox.id == letter)
        .values(
            state="waiting",
            not_before=not_before,
            lease_until=None,
            tries=Outbox.tries - 1 if unsent else Outbox.tries,
        )
    )
    if unsent:
        _forget_try(session, letter)


def failed(session: Session, letter: int, *, unsent: bool) -> None:
    """Give a letter up. `unsent` says that this last try surely did not arrive."""
    session.execute(
        update(Outbox)
        .where(Outbox.id == letter)
        .values(state="failed", lease_until=None, tries=Outbox.tries - 1 if unsent else Outbox.tries)
    )
    if unsent:
        _forget_try(session, letter)


def _forget_try(session: Session, letter: int) -> None:
    """A prompt none of whose tries can have arrived was not tried: nothing typed can be its answer."""
    turn = session.scalar(select(Outbox.turn).where(Outbox.id == letter, Outbox.tries == 0))
    if turn is not None:
        session.execute(update(Turn).where(Turn.id == turn).values(first_tried_at=None))


def next_try(session: Session) -> datetime | None:
    """The earliest instant at which the oldest unsent letter of a chat may be tried; None when there is none."""
    return session.scalar(
        select(func.min(func.coalesce(Outbox.lease_until, Outbox.not_before))).where(Outbox.id.in_(_HEADS))
    )
