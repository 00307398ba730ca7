"""Rows for every table, so that a migration has something to lose."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, text

from db.models import Base

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = date(2026, 3, 1)

Counted = dict[str, list[dict[str, Any]]]
"""For each table, its rows as the database gives them."""


def populate(session: Session) -> None:
    """Two rows or more in every table; the ids 1 and 2 are taken from the order of writing."""
    for table in Base.metadata.sorted_tables:
        session.execute(insert(table), [dict(row) for row in ROWS[table.name]])


def everything(connection: Connection) -> Counted:
    """All rows of all tables of the program, in a fixed order."""
    return {
        table.name: sorted(
            (dict(row) for row in connection.execute(text(f"SELECT * FROM {table.name}")).mappings()),  # noqa: S608  # our own names
            key=repr,
        )
        for table in Base.metadata.sorted_tables
    }


def _twice(**values: Any) -> list[dict[str, Any]]:
    """Two rows: a value in a pair differs between them, any other is in both."""
    return [
        {name: value[n] if isinstance(value, tuple) else value for name, value in values.items()}
        for n in (0, 1)
    ]


ROWS: Mapping[str, list[dict[str, Any]]] = {
    "learner": _twice(
        telegram_id=(700_000_000_001, 2),
        language=("hi-Latn", "en"),
        zone=("Asia/Tokyo", "Asia/Kolkata"),
        nudge_time=(time(20, 30), None),
        next_nudge_at=(AT, None),
        new_per_day=(10, 0),
        reachable=(True, False),
        created_at=AT,
    ),
    "deck": _twice(
        owner=(0, 1), name="lesson-13", visibility=("public", "private"), current_version=(2, None)
    ),
    "deck_version": _twice(
        deck=1,
        number=(1, 2),
        title="Prefill, <b> & दोहराओ",
        language="en",
        source="Q: What does TTFT measure? — time to first token\n",
        sha256="00",
        origin=("file", "chat"),
        author=0,
        at=AT,
        prepared="{}",
        grader_version=1,
    ),
    "card": _twice(deck=1, retired_at=(None, AT)),
    "card_version": _twice(card=(1, 2), content="{}", answer_key=("time to first token", "")),
    "deck_card": _twice(version=2, position=(0, 1), card=(1, 2), card_version=(1, 2)),
    "enrolment": _twice(learner=(1, 2), deck=1, joined_at=AT, left_at=(None, AT)),
    "study_session": _twice(
        learner=1, study_day=DAY, mode="review", planned=8, started_at=AT, ended_at=(AT, None)
    ),
    "turn": _twice(
        learner=1,
        session=(1, 2),
        card=(1, 2),
        card_version=(1, 2),
        kind=("review", "drill"),
        state=("answered", "open"),
        hints=(0, 1),
        opened_at=AT,
        sent_at=(AT, None),
        prompt_message_id=(4, None),
        prompt_chars=(80, None),
    ),
    "attempt": _twice(
        turn=1,
        n=(1, 2),
        message_id=(5, 6),
        at=AT,
        text="'; DROP",
        verdict=("close", "right"),
        reason={"rule": "typo"},
        grader_version=1,
    ),
    "event": _twice(
        learner=1,
        card=1,
        turn=1,
        type=("answer", "overrule"),
        refers_to=(None, 1),
        quality=(1, 4),
        study_day=DAY,
        at=AT,
    ),
    "memory": _twice(
        learner=1,
        card=(1, 2),
        ease_x100=250,
        interval=(1, 365),
        repetitions=1,
        due=DAY,
        drill_day=(None, DAY),
        lapses=0,
        stale=(False, True),
    ),
    "card_state": _twice(learner=1, card=(1, 2), show_by=(None, DAY), suspended=(True, False)),
    "outbox": _twice(
        chat_id=700_000_000_001,
        kind=("reply", "nudge"),
        method="sendMessage",
        payload={"text": "Right: \N{WHITE HEAVY CHECK MARK}"},
        turn=(1, None),
        state=("sent", "waiting"),
        tries=1,
        not_before=AT,
    ),
    "processed_update": _twice(bot_id=1, update_id=(1, 2), outcome=("done", "dead"), at=AT),
    "dead_letter": _twice(
        bot_id=1, update_id=(2, 3), payload={"update_id": 2}, code="K7Q", error="ValueError", at=AT
    ),
}
