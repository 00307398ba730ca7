"""The first schema: decks, learners, study and delivery.

The column types are the program's own: what one of them stores never changes, a new way to store gets a new type.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from db.types import Big, ClockTime, Day, Flag, Json, Small, Utc, Words

revision = "0001"
down_revision: str | None = None
branch_labels = None
depends_on = None

STRICT = {"sqlite_strict": True}
NEVER_REUSED = {"sqlite_strict": True, "sqlite_autoincrement": True}


def upgrade() -> None:
    """Create everything, the tables that are referred to first."""
    _decks()
    _learners()
    _turns()
    _delivery()


def downgrade() -> None:
    """Drop everything, in the opposite order."""
    for table in (
        "dead_letter",
        "processed_update",
        "outbox",
        "event",
        "attempt",
        "turn",
        "card_state",
        "memory",
        "study_session",
        "enrolment",
        "learner",
        "deck_card",
        "card_version",
        "card",
        "deck_version",
        "deck",
    ):
        op.drop_table(table)


def _decks() -> None:
    """Decks, their versions and cards."""
    op.create_table(
        "deck",
        sa.Column("id", Big, nullable=False),
        sa.Column("owner", Big, nullable=False),
        sa.Column("name", Words, nullable=False),
        sa.Column("visibility", Words, nullable=False),
        sa.Column("current_version", Small, nullable=True),
        sa.Column("retired_at", Utc, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck")),
        sa.UniqueConstraint("owner", "name", name=op.f("uq_deck_owner_name")),
        sa.CheckConstraint("visibility IN ('public', 'private')", name=op.f("ck_deck_visibility")),
        **NEVER_REUSED,
    )
    op.create_table(
        "deck_version",
        sa.Column("id", Big, nullable=False),
        sa.Column("deck", Big, nullable=False),
        sa.Column("number", Small, nullable=False),
        sa.Column("title", Words, nullable=False),
        sa.Column("language", Words, nullable=False),
        sa.Column("source", Words, nullable=False),
        sa.Column("sha256", Words, nullable=False),
        sa.Column("origin", Words, nullable=False),
        sa.Column("author", Big, nullable=False),
        sa.Column("at", Utc, nullable=False),
        sa.Column("prepared", Words, nullable=False),
        sa.Column("grader_version", Small, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck_version")),
        sa.ForeignKeyConstraint(["deck"], ["deck.id"], name=op.f("fk_deck_version_deck")),
        sa.UniqueConstraint("deck", "number", name=op.f("uq_deck_version_deck_number")),
        sa.CheckConstraint("origin IN ('file', 'chat')", name=op.f("ck_deck_version_origin")),
        **NEVER_REUSED,
    )
    op.create_index("ix_deck_version_deck", "deck_version", ["deck"])
    op.create_table(
        "card",
        sa.Column("uid", Big, nullable=False),
        sa.Column("deck", Big, nullable=False),
        sa.Column("retired_at", Utc, nullable=True),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_card")),
        sa.ForeignKeyConstraint(["deck"], ["deck.id"], name=op.f("fk_card_deck")),
        **NEVER_REUSED,
    )
    op.create_index("ix_card_deck", "card", ["deck"])
    op.create_table(
        "card_version",
        sa.Column("id", Big, nullable=False),
        sa.Column("card", Big, nullable=False),
        sa.Column("content", Words, nullable=False),
        sa.Column("answer_key", Words, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card_version")),
        sa.ForeignKeyConstraint(["card"], ["card.uid"], name=op.f("fk_card_version_card")),
        **NEVER_REUSED,
    )
    op.create_index("ix_card_version_card", "card_version", ["card"])
    op.create_table(
        "deck_card",
        sa.Column("version", Big, nullable=False),
        sa.Column("position", Big, nullable=False),
        sa.Column("card", Big, nullable=False),
        sa.Column("card_version", Big, nullable=False),
        sa.PrimaryKeyConstraint("version", "position", name=op.f("pk_deck_card")),
        sa.ForeignKeyConstraint(["card"], ["card.uid"], name=op.f("fk_deck_card_card")),
        sa.ForeignKeyConstraint(
            ["card_version"], ["card_version.id"], name=op.f("fk_deck_card_card_version")
        ),
        sa.ForeignKeyConstraint(["version"], ["deck_version.id"], name=op.f("fk_deck_card_version")),
        sa.UniqueConstraint("version", "card", name=op.f("uq_deck_card_version_card")),
        **STRICT,
    )
    op.create_index("ix_deck_card_card", "deck_card", ["card"])
    op.create_index("ix_deck_card_card_version", "deck_card", ["card_version"])


def _learners() -> None:
    """Learners and what they study."""
    op.create_table(
        "learner",
        sa.Column("id", Big, nullable=False),
        sa.Column("telegram_id", Big, nullable=False),
        sa.Column("language", Words, nullable=False),
        sa.Column("zone", Words, nullable=False),
        sa.Column("nudge_time", ClockTime, nullable=True),
        sa.Column("next_nudge_at", Utc, nullable=True),
        sa.Column("nudge_offered_at", Utc, nullable=True),
        sa.Column("new_per_day", Small, nullable=False),
        sa.Column("expecting", Words, nullable=True),
        sa.Column("expecting_ref", Big, nullable=True),
        sa.Column("reachable", Flag, nullable=False),
        sa.Column("created_at", Utc, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_learner")),
        sa.UniqueConstraint("telegram_id", name=op.f("uq_learner_telegram_id")),
        sa.CheckConstraint("language IN ('en', 'hi', 'hi-Latn')", name=op.f("ck_learner_language")),
        sa.CheckConstraint("new_per_day BETWEEN 0 AND 999", name=op.f("ck_learner_new_per_day")),
        **NEVER_REUSED,
    )
    _partial_index(
        "ix_learner_next_nudge_at", "learner", ["next_nudge_at"], where="next_nudge_at IS NOT NULL"
    )
    op.create_table(
        "enrolment",
        sa.Column("learner", Big, nullable=False),
        sa.Column("deck", Big, nullable=False),
        sa.Column("joined_at", Utc, nullable=False),
        sa.Column("left_at", Utc, nullable=True),
        sa.PrimaryKeyConstraint("learner", "deck", name=op.f("pk_enrolment")),
        sa.ForeignKeyConstraint(["deck"], ["deck.id"], name=op.f("fk_enrolment_deck")),
        sa.ForeignKeyConstraint(["learner"], ["learner.id"], name=op.f("fk_enrolment_learner")),
        **STRICT,
    )
    op.create_index("ix_enrolment_deck", "enrolment", ["deck"])
    op.create_table(
        "study_session",
        sa.Column("id", Big, nullable=False),
        sa.Column("learner", Big, nullable=False),
        sa.Column("study_day", Day, nullable=False),
        sa.Column("mode", Words, nullable=False),
        sa.Column("planned", Big, nullable=False),
        sa.Column("started_at", Utc, nullable=False),
        sa.Column("ended_at", Utc, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_study_session")),
        sa.ForeignKeyConstraint(["learner"], ["learner.id"], name=op.f("fk_study_session_learner")),
        sa.CheckConstraint("mode IN ('review')", name=op.f("ck_study_session_mode")),
        **NEVER_REUSED,
    )
    op.create_index("ix_study_session_learner", "study_session", ["learner"])
    _partial_index(
        "uq_study_session_running", "study_session", ["learner"], where="ended_at IS NULL", unique=True
    )
    op.create_table(
        "memory",
        sa.Column("learner", Big, nullable=False),
        sa.Column("card", Big, nullable=False),
        sa.Column("ease_x100", Small, nullable=False),
        sa.Column("interval", Big, nullable=False),
        sa.Column("repetitions", Small, nullable=False),
        sa.Column("due", Day, nullable=False),
        sa.Column("drill_day", Day, nullable=True),
        sa.Column("lapses", Small, nullable=False),
        sa.Column("stale", Flag, nullable=False),
        sa.PrimaryKeyConstraint("learner", "card", name=op.f("pk_memory")),
        sa.ForeignKeyConstraint(["card"], ["card.uid"], name=op.f("fk_memory_card")),
        sa.ForeignKeyConstraint(["learner"], ["learner.id"], name=op.f("fk_memory_learner")),
        **STRICT,
    )
    op.create_index("ix_memory_card", "memory", ["card"])
    op.create_index("ix_memory_learner_due", "memory", ["learner", "due"])
    op.create_table(
        "card_state",
        sa.Column("learner", Big, nullable=False),
        sa.Column("card", Big, nullable=False),
        sa.Column("show_by", Day, nullable=True),
        sa.Column("buried_until", Day, nullable=True),
        sa.Column("suspended", Flag, nullable=False),
        sa.Column("skipped_day", Day, nullable=True),
        sa.PrimaryKeyConstraint("learner", "card", name=op.f("pk_card_state")),
        sa.ForeignKeyConstraint(["card"], ["card.uid"], name=op.f("fk_card_state_card")),
        sa.ForeignKeyConstraint(["learner"], ["learner.id"], name=op.f("fk_card_state_learner")),
        **STRICT,
    )
    op.create_index("ix_card_state_card", "card_state", ["card"])


def _turns() -> None:
    """Questions, tries and the log."""
    op.create_table(
        "turn",
        sa.Column("id", Big, nullable=False),
        sa.Column("learner", Big, nullable=False),
        sa.Column("session", Big, nullable=False),
        sa.Column("card", Big, nullable=False),
        sa.Column("card_version", Big, nullable=False),
        sa.Column("kind", Words, nullable=False),
        sa.Column("state", Words, nullable=False),
        sa.Column("hints", Small, nullable=False),
        sa.Column("opened_at", Utc, nullable=False),
        sa.Column("first_tried_at", Utc, nullable=True),
        sa.Column("sent_at", Utc, nullable=True),
        sa.Column("prompt_message_id", Big, nullable=True),
        sa.Column("prompt_chars", Big, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turn")),
        sa.ForeignKeyConstraint(["card"], ["card.uid"], name=op.f("fk_turn_card")),
        sa.ForeignKeyConstraint(["card_version"], ["card_version.id"], name=op.f("fk_turn_card_version")),
        sa.ForeignKeyConstraint(["learner"], ["learner.id"], name=op.f("fk_turn_learner")),
        sa.ForeignKeyConstraint(["session"], ["study_session.id"], name=op.f("fk_turn_session")),
        sa.CheckConstraint("kind IN ('review', 'drill', 'practice')", name=op.f("ck_turn_kind")),
        sa.CheckConstraint("state IN ('open', 'answered', 'withdrawn')", name=op.f("ck_turn_state")),
        **NEVER_REUSED,
    )
    op.create_index("ix_turn_card", "turn", ["card"])
    op.create_index("ix_turn_card_version", "turn", ["card_version"])
    op.create_index("ix_turn_learner", "turn", ["learner"])
    op.create_index("ix_turn_session", "turn", ["session"])
    _partial_index("uq_turn_open", "turn", ["learner"], where="state = 'open'", unique=True)
    op.create_table(
        "attempt",
        sa.Column("id", Big, nullable=False),
        sa.Column("turn", Big, nullable=False),
        sa.Column("n", Small, nullable=False),
        sa.Column("message_id", Big, nullable=False),
        sa.Column("at", Utc, nullable=False),
        sa.Column("text", Words, nullable=False),
        sa.Column("verdict", Words, nullable=False),
        sa.Column("reason", Json, nullable=False),
        sa.Column("grader_version", Small, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempt")),
        sa.ForeignKeyConstraint(["turn"], ["turn.id"], name=op.f("fk_attempt_turn")),
        sa.UniqueConstraint("turn", "n", name=op.f("uq_attempt_turn_n")),
        sa.CheckConstraint("verdict IN ('right', 'close', 'wrong')", name=op.f("ck_attempt_verdict")),
        **NEVER_REUSED,
    )
    op.create_table(
        "event",
        sa.Column("id", Big, nullable=False),
        sa.Column("learner", Big, nullable=False),
        sa.Column("card", Big, nullable=False),
        sa.Column("turn", Big, nullable=False),
        sa.Column("type", Words, nullable=False),
        sa.Column("refers_to", Big, nullable=True),
        sa.Column("quality", Small, nullable=False),
        sa.Column("study_day", Day, nullable=False),
        sa.Column("at", Utc, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.ForeignKeyConstraint(["card"], ["card.uid"], name=op.f("fk_event_card")),
        sa.ForeignKeyConstraint(["learner"], ["learner.id"], name=op.f("fk_event_learner")),
        sa.ForeignKeyConstraint(["refers_to"], ["event.id"], name=op.f("fk_event_refers_to")),
        sa.ForeignKeyConstraint(["turn"], ["turn.id"], name=op.f("fk_event_turn")),
        sa.CheckConstraint("quality BETWEEN 0 AND 5", name=op.f("ck_event_quality")),
        sa.CheckConstraint("type IN ('answer', 'overrule', 'undo', 'regrade')", name=op.f("ck_event_type")),
        **NEVER_REUSED,
    )
    op.create_index("ix_event_card", "event", ["card"])
    op.create_index("ix_event_learner_card", "event", ["learner", "card"])
    op.create_index("ix_event_learner_study_day", "event", ["learner", "study_day"])
    op.create_index("ix_event_refers_to", "event", ["refers_to"])
    op.create_index("ix_event_turn", "event", ["turn"])


def _delivery() -> None:
    """Messages to send, and the ledger of updates."""
    op.create_table(
        "outbox",
        sa.Column("id", Big, nullable=False),
        sa.Column("chat_id", Big, nullable=False),
        sa.Column("kind", Words, nullable=False),
        sa.Column("method", Words, nullable=False),
        sa.Column("payload", Json, nullable=False),
        sa.Column("turn", Big, nullable=True),
        sa.Column("expires_at", Utc, nullable=True),
        sa.Column("state", Words, nullable=False),
        sa.Column("tries", Small, nullable=False),
        sa.Column("not_before", Utc, nullable=False),
        sa.Column("lease_until", Utc, nullable=True),
        sa.Column("message_id", Big, nullable=True),
        sa.Column("sent_at", Utc, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.ForeignKeyConstraint(["turn"], ["turn.id"], name=op.f("fk_outbox_turn")),
        sa.CheckConstraint("kind IN ('reply', 'nudge')", name=op.f("ck_outbox_kind")),
        sa.CheckConstraint("state IN ('waiting', 'sending', 'sent', 'failed')", name=op.f("ck_outbox_state")),
        **NEVER_REUSED,
    )
    op.create_index("ix_outbox_turn", "outbox", ["turn"])
    _partial_index("ix_outbox_unsent", "outbox", ["chat_id", "id"], where="state IN ('waiting', 'sending')")
    op.create_table(
        "processed_update",
        sa.Column("bot_id", Big, nullable=False),
        sa.Column("update_id", Big, nullable=False),
        sa.Column("outcome", Words, nullable=False),
        sa.Column("at", Utc, nullable=False),
        sa.PrimaryKeyConstraint("bot_id", "update_id", name=op.f("pk_processed_update")),
        sa.CheckConstraint("outcome IN ('done', 'dead')", name=op.f("ck_processed_update_outcome")),
        **STRICT,
    )
    op.create_index("ix_processed_update_at", "processed_update", ["at"])
    op.create_table(
        "dead_letter",
        sa.Column("id", Big, nullable=False),
        sa.Column("bot_id", Big, nullable=False),
        sa.Column("update_id", Big, nullable=False),
        sa.Column("payload", Json, nullable=False),
        sa.Column("code", Words, nullable=False),
        sa.Column("error", Words, nullable=False),
        sa.Column("at", Utc, nullable=False),
        sa.Column("replayed_at", Utc, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dead_letter")),
        sa.UniqueConstraint("bot_id", "update_id", name=op.f("uq_dead_letter_bot_id_update_id")),
        **NEVER_REUSED,
    )


def _partial_index(name: str, table: str, columns: list[str], *, where: str, unique: bool = False) -> None:
    op.create_index(
        name, table, columns, unique=unique, sqlite_where=sa.text(where), postgresql_where=sa.text(where)
    )
