"""The tables. What a column means is said here once; queries are in the modules beside this one."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, MetaData, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from db.types import Big, ClockTime, Day, Flag, Json, Small, Utc, Words

HOUSE = 0
"""The owner of the decks that come with the program and from the command line."""


class Base(DeclarativeBase):
    """All tables share these types and names for their constraints."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012  # SQLAlchemy reads it from the class
        int: Big(),
        str: Words(),
        bool: Flag(),
        datetime: Utc(),
        date: Day(),
        time: ClockTime(),
    }


def one_of(column: str, *words: str) -> CheckConstraint:
    """A CHECK that the column holds one of the words."""
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


STRICT = {"sqlite_strict": True}
NEVER_REUSED = {"sqlite_strict": True, "sqlite_autoincrement": True}
"""For ids that live on in old buttons and in the log: SQLite would give a deleted row's id to the next one."""


def partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index over the rows for which `where` holds, on both databases."""
    return Index(name, *columns, unique=unique, sqlite_where=text(where), postgresql_where=text(where))


class Learner(Base):
    """A person who has written to the bot."""

    __tablename__ = "learner"
    __table_args__ = (
        one_of("language", "en", "hi", "hi-Latn"),
        CheckConstraint("new_per_day BETWEEN 0 AND 999", name="new_per_day"),
        partial_index("ix_learner_next_nudge_at", "next_nudge_at", where="next_nudge_at IS NOT NULL"),
        NEVER_REUSED,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    telegram_id: Mapped[int] = mapped_column(unique=True)
    language: Mapped[str]
    zone: Mapped[str]
    """An IANA name."""
    nudge_time: Mapped[time | None]
    next_nudge_at: Mapped[datetime | None]
    nudge_offered_at: Mapped[datetime | None]
    """When the nudge was first offered, after the first session; it is not offered again by itself."""
    new_per_day: Mapped[int] = mapped_column(Small, default=10)
    expecting: Mapped[str | None]
    """What the next free text means when it is not an answer: zone, nudge_time, new_per_day, clock (is it yours?)."""
    expecting_ref: Mapped[int | None]
    reachable: Mapped[bool] = mapped_column(default=True)
    created_at: Mapped[datetime]


class Deck(Base):
    """A deck is (owner, name); what it contains stands in its versions."""

    __tablename__ = "deck"
    __table_args__ = (
        UniqueConstraint("owner", "name"),
        one_of("visibility", "public", "private"),
        NEVER_REUSED,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[int]
    """HOUSE, or the learner id of the instructor."""
    name: Mapped[str]
    visibility: Mapped[str] = mapped_column(default="public")
    current_version: Mapped[int | None] = mapped_column(Small)
    """The number of the version that is live; None until one is published."""
    retired_at: Mapped[datetime | None]


class DeckVersion(Base):
    """What was published under a deck's name at one moment."""

    __tablename__ = "deck_version"
    __table_args__ = (UniqueConstraint("deck", "number"), one_of("origin", "file", "chat"), NEVER_REUSED)

    id: Mapped[int] = mapped_column(primary_key=True)
    deck: Mapped[int] = mapped_column(ForeignKey("deck.id"), index=True)
    number: Mapped[int] = mapped_column(Small)
    title: Mapped[str]
    language: Mapped[str]
    """The language the deck is written in, "" if the author did not say."""
    source: Mapped[str]
    sha256: Mapped[str]
    origin: Mapped[str]
    author: Mapped[int]
    """HOUSE or a learner id."""
    at: Mapped[datetime]
    prepared: Mapped[str]
    """The grader's prepared deck, as it dumps itself."""
    grader_version: Mapped[int] = mapped_column(Small)


class Card(Base):
    """A card's identity: progress hangs on it, whatever becomes of its wording."""

    __tablename__ = "card"
    __table_args__ = (NEVER_REUSED,)

    uid: Mapped[int] = mapped_column(primary_key=True)
    deck: Mapped[int] = mapped_column(ForeignKey("deck.id"), index=True)
    retired_at: Mapped[datetime | None]


class CardVersion(Base):
    """A card's content at one time; turns refer to the version that the learner saw."""

    __tablename__ = "card_version"
    __table_args__ = (NEVER_REUSED,)

    id: Mapped[int] = mapped_column(primary_key=True)
    card: Mapped[int] = mapped_column(ForeignKey("card.uid"), index=True)
    content: Mapped[str]
    """The card as JSON text, left undecoded so that readers can cache by it."""
    answer_key: Mapped[str]
    """The normalised answer: cards that share it are siblings."""


class DeckCard(Base):
    """Which cards stand in a deck version, in which order and wording."""

    __tablename__ = "deck_card"
    __table_args__ = (UniqueConstraint("version", "card"), STRICT)

    version: Mapped[int] = mapped_column(ForeignKey("deck_version.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    card: Mapped[int] = mapped_column(ForeignKey("card.uid"), index=True)
    card_version: Mapped[int] = mapped_column(ForeignKey("card_version.id"), index=True)


class Enrolment(Base):
    """A learner studies a deck; leaving keeps the progress for a return."""

    __tablename__ = "enrolment"
    __table_args__ = (STRICT,)

    learner: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    deck: Mapped[int] = mapped_column(ForeignKey("deck.id"), primary_key=True, index=True)
    joined_at: Mapped[datetime]
    left_at: Mapped[datetime | None]


class StudySession(Base):
    """One sitting: what was planned and when it ended."""

    __tablename__ = "study_session"
    __table_args__ = (
        one_of("mode", "review"),
        partial_index("uq_study_session_running", "learner", where="ended_at IS NULL", unique=True),
        NEVER_REUSED,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    learner: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    study_day: Mapped[date]
    mode: Mapped[str]
    planned: Mapped[int]
    """How many cards were waiting when it began, drills not counted."""
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class Turn(Base):
    """One question put to a learner; withdrawn, never deleted, so that an old button can't meet a new turn."""

    __tablename__ = "turn"
    __table_args__ = (
        one_of("kind", "review", "drill", "practice"),
        one_of("state", "open", "answered", "withdrawn"),
        partial_index("uq_turn_open", "learner", where="state = 'open'", unique=True),
        NEVER_REUSED,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    learner: Mapped[int] = mapped_column(ForeignKey("learner.id"), index=True)
    session: Mapped[int] = mapped_column(ForeignKey("study_session.id"), index=True)
    card: Mapped[int] = mapped_column(ForeignKey("card.uid"), index=True)
    card_version: Mapped[int] = mapped_column(ForeignKey("card_version.id"), index=True)
    kind: Mapped[str]
    state: Mapped[str] = mapped_column(default="open")
    hints: Mapped[int] = mapped_column(Small, default=0)
    opened_at: Mapped[datetime]
    first_tried_at: Mapped[datetime | None]
    """When the sender first tried to send the latest prompt."""
    sent_at: Mapped[datetime | None]
    """Telegram's date of the first prompt that was sent."""
    prompt_message_id: Mapped[int | None]
    """The message id of the latest prompt that was sent; None while one is on its way."""
    prompt_chars: Mapped[int | None]
    """The visible length of the first prompt, for the time it takes to read it."""


class Attempt(Base):
    """Every try at a turn's question, as it was typed and judged."""

    __tablename__ = "attempt"
    __table_args__ = (
        UniqueConstraint("turn", "n"),
        one_of("verdict", "right", "close", "wrong"),
        NEVER_REUSED,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    turn: Mapped[int] = mapped_column(ForeignKey("turn.id"))
    n: Mapped[int] = mapped_column(Small)
    message_id: Mapped[int]
    at: Mapped[datetime]
    text: Mapped[str]
    verdict: Mapped[str]
    reason: Mapped[Any] = mapped_column(Json)
    grader_version: Mapped[int] = mapped_column(Small)


class Event(Base):
    """The answer log, append-only: a learner's memory of a card is its fold."""

    __tablename__ = "event"
    __table_args__ = (
        one_of("type", "answer", "overrule", "undo", "regrade"),
        CheckConstraint("quality BETWEEN 0 AND 5", name="quality"),
        Index("ix_event_learner_card", "learner", "card"),
        Index("ix_event_learner_study_day", "learner", "study_day"),
        NEVER_REUSED,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    learner: Mapped[int] = mapped_column(ForeignKey("learner.id"))
    card: Mapped[int] = mapped_column(ForeignKey("card.uid"), index=True)
    turn: Mapped[int] = mapped_column(ForeignKey("turn.id"), index=True)
    type: Mapped[str]
    refers_to: Mapped[int | None] = mapped_column(ForeignKey("event.id"), index=True)
    quality: Mapped[int] = mapped_column(Small)
    study_day: Mapped[date]
    at: Mapped[datetime]


class Memory(Base):
    """The fold of the log for one learner and card, and nothing else."""

    __tablename__ = "memory"
    __table_args__ = (Index("ix_memory_learner_due", "learner", "due"), STRICT)

    learner: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    card: Mapped[int] = mapped_column(ForeignKey("card.uid"), primary_key=True, index=True)
    ease_x100: Mapped[int] = mapped_column(Small)
    interval: Mapped[int]
    """Days."""
    repetitions: Mapped[int] = mapped_column(Small)
    due: Mapped[date]
    drill_day: Mapped[date | None]
    """The study day on which the card still has to be repeated."""
    lapses: Mapped[int] = mapped_column(Small)
    stale: Mapped[bool] = mapped_column(default=False)


class CardState(Base):
    """What was decided about a learner's card outside the log."""

    __tablename__ = "card_state"
    __table_args__ = (STRICT,)

    learner: Mapped[int] = mapped_column(ForeignKey("learner.id"), primary_key=True)
    card: Mapped[int] = mapped_column(ForeignKey("card.uid"), primary_key=True, index=True)
    show_by: Mapped[date | None]
    """Its answer was edited: it is shown by this day, whatever its due date."""
    buried_until: Mapped[date | None]
    suspended: Mapped[bool] = mapped_column(default=False)
    skipped_day: Mapped[date | None]
    """The study day on which its drill was skipped."""


class Outbox(Base):
    """Messages to send, written in the transaction of the update that caused them."""

    __tablename__ = "outbox"
    __table_args__ = (
        one_of("kind", "reply", "nudge"),
        one_of("state", "waiting", "sending", "sent", "failed"),
        partial_index("ix_outbox_unsent", "chat_id", "id", where="state IN ('waiting', 'sending')"),
        NEVER_REUSED,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    chat_id: Mapped[int]
    kind: Mapped[str]
    method: Mapped[str]
    payload: Mapped[Any] = mapped_column(Json)
    turn: Mapped[int | None] = mapped_column(ForeignKey("turn.id"), index=True)
    expires_at: Mapped[datetime | None]
    state: Mapped[str] = mapped_column(default="waiting")
    tries: Mapped[int] = mapped_column(Small, default=0)
    not_before: Mapped[datetime]
    lease_until: Mapped[datetime | None]
    message_id: Mapped[int | None]
    sent_at: Mapped[datetime | None]


class ProcessedUpdate(Base):
    """The ledger: an update that stands here has had its effect."""

    __tablename__ = "processed_update"
    __table_args__ = (one_of("outcome", "done", "dead"), Index("ix_processed_update_at", "at"), STRICT)

    bot_id: Mapped[int] = mapped_column(primary_key=True)
    update_id: Mapped[int] = mapped_column(primary_key=True)
    outcome: Mapped[str]
    at: Mapped[datetime]


class DeadLetter(Base):
    """An update that failed twice, kept whole so that it can be looked at and replayed."""

    __tablename__ = "dead_letter"
    __table_args__ = (UniqueConstraint("bot_id", "update_id"), NEVER_REUSED)

    id: Mapped[int] = mapped_column(primary_key=True)
    bot_id: Mapped[int]
    update_id: Mapped[int]
    payload: Mapped[Any] = mapped_column(Json)
    code: Mapped[str]
    """The short code the learner was told."""
    error: Mapped[str]
    at: Mapped[datetime]
    replayed_at: Mapped[datetime | None]
