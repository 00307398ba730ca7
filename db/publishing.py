"""Writing decks: versions, cards and their wordings, and what a new version asks of the learners' cards.

Rows go in by the hundred through Core: a deck may have 10,000 cards, and while one is written nobody else can write.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, and_, case, false, func, insert, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite

from db.models import Card, CardState, CardVersion, Deck, DeckCard, DeckVersion, Enrolment, Learner, Memory

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date, datetime

    from sqlalchemy.orm import Session

CHUNK = 1_000
"""Ids in one statement: below the number of parameters that either database takes."""


def locked_deck(session: Session, owner: int, name: str) -> Deck | None:
    """The deck's row, locked until the transaction ends, so that two publishers of one deck take turns."""
    # populate_existing: whoever waited for the lock must see what the other wrote.
    statement = select(Deck).where(Deck.owner == owner, Deck.name == name).with_for_update()
    return session.scalar(statement.execution_options(populate_existing=True))


def deck_named(session: Session, owner: int, name: str) -> Deck | None:
    """The deck's row, to read."""
    return session.scalar(select(Deck).where(Deck.owner == owner, Deck.name == name))


def deck_names(session: Session, owner: int) -> tuple[str, ...]:
    """The names of the owner's decks that are not retired."""
    statement = select(Deck.name).where(Deck.owner == owner, Deck.retired_at.is_(None))
    return tuple(sorted(session.scalars(statement)))


def create_deck(session: Session, owner: int, name: str) -> None:
    """Create the row of a new deck, unless another process has done so just now."""
    session.execute(
        _insert(session, Deck)
        .values(owner=owner, name=name, visibility="public")
        .on_conflict_do_nothing(index_elements=["owner", "name"])
    )


def last_version(
    session: Session, owner: int, name: str, origin: str | None = None
) -> Row[int, str, str] | None:
    """The deck's newest version, of one origin or of any: (number, sha256, origin)."""
    statement = (
        select(DeckVersion.number, DeckVersion.sha256, DeckVersion.origin)
        .join(Deck, Deck.id == DeckVersion.deck)
        .where(Deck.owner == owner, Deck.name == name)
        .order_by(DeckVersion.number.desc())
        .limit(1)
    )
    if origin is not None:
        statement = statement.where(DeckVersion.origin == origin)
    return session.execute(statement).first()


def stored_cards(session: Session, deck: int) -> Sequence[Row[int, datetime | None, int, str]]:
    """All cards the deck ever had, in their latest wording: rows of (uid, retired_at, card_version, content)."""
    latest = (
        select(CardVersion.card, func.max(CardVersion.id).label("id"))
        .join(Card, Card.uid == CardVersion.card)
        .where(Card.deck == deck)
        .group_by(CardVersion.card)
        .subquery()
    )
    return session.execute(
        select(Card.uid, Card.retired_at, CardVersion.id.label("card_version"), CardVersion.content)
        .join(latest, latest.c.card == Card.uid)
        .join(CardVersion, CardVersion.id == latest.c.id)
        .order_by(Card.uid)
    ).all()


def add_cards(session: Session, deck: int, count: int) -> list[int]:
    """Create cards and give back their uids, in ascending order."""
    return _inserted(session, Card, Card.uid, [{"deck": deck, "retired_at": None}] * count)


def add_wordings(session: Session, wordings: Sequence[tuple[int, str, str]]) -> list[int]:
    """Store new wordings, each (uid, content, answer_key), and give back their ids in the same order."""
    rows = [
        {"card": uid, "content": content, "answer_key": answer_key} for uid, content, answer_key in wordings
    ]
    return _inserted(session, CardVersion, CardVersion.id, rows)


def add_version(session: Session, deck: int, **columns: Any) -> int:
    """Store a version of the deck (not yet live) and give back its id."""
    version = DeckVersion(deck=deck, **columns)
    session.add(version)
    session.flush()
    return version.id


def place_cards(session: Session, version: int, cards: Sequence[tuple[int, int]]) -> None:
    """Say which cards stand in a version, in order: each (uid, card_version)."""
    rows = [
        {"version": version, "position": position, "card": uid, "card_version": card_version}
        for position, (uid, card_version) in enumerate(cards)
    ]
    if rows:
        session.execute(insert(DeckCard), rows)


def set_retired(session: Session, cards: Iterable[int], retired_at: datetime | None) -> None:
    """Retire cards, or with None bring them back."""
    for chunk in _chunks(cards):
        session.execute(update(Card).where(Card.uid.in_(chunk)).values(retired_at=retired_at))


def make_live(session: Session, deck: Deck, number: int) -> None:
    """Let learners study this version from now on; a retired deck is back."""
    deck.current_version = number
    deck.retired_at = None
    session.flush()


def retire_deck(session: Session, deck: Deck, now: datetime) -> None:
    """Take the deck from all learners' review; versions, cards and progress stay."""
    deck.retired_at = now
    session.flush()


def learner_count(session: Session, deck: int) -> int:
    """How many learners study the deck."""
    return (
        session.scalar(select(func.count()).where(Enrolment.deck == deck, Enrolment.left_at.is_(None))) or 0
    )


def zones_that_remember(session: Session, cards: Iterable[int]) -> set[str]:
    """The zones of all learners who have a memory of one of the cards."""
    zones: set[str] = set()
    for chunk in _chunks(cards):
        statement = select(Learner.zone).join(Memory, Memory.learner == Learner.id)
        zones.update(session.scalars(statement.where(Memory.card.in_(chunk)).distinct()))
    return zones


def show_by(session: Session, cards: Iterable[int], zone: str, day: date) -> None:
    """Have every learner of a zone who remembers one of the cards see it by this day, or by an earlier one set before."""
    for chunk in _chunks(cards):
        remembered = (
            select(
                Memory.learner,
                Memory.card,
                literal(day, CardState.show_by.type),
                false(),
            )
            .join(Learner, Learner.id == Memory.learner)
            .where(Learner.zone == zone, Memory.card.in_(chunk))
            # One order for all, so that two publishers can't wait for each other.
            .order_by(Memory.learner, Memory.card)
        )
        statement = _insert(session, CardState).from_select(
            ["learner", "card", "show_by", "suspended"], remembered
        )
        is_sooner = and_(CardState.show_by.is_not(None), CardState.show_by <= statement.excluded.show_by)
        session.execute(
            statement.on_conflict_do_update(
                index_elements=["learner", "card"],
                set_={"show_by": case((is_sooner, CardState.show_by), else_=statement.excluded.show_by)},
            )
        )


def _insert(session: Session, table: type[Any]) -> Any:
    """The database's own INSERT, which knows ON CONFLICT."""
    is_postgresql = session.get_bind().dialect.name == "postgresql"
    return postgresql.insert(table) if is_postgresql else sqlite.insert(table)


def _inserted(session: Session, table: type[Any], key: Any, rows: list[dict[str, Any]]) -> list[int]:
    """Insert the rows and give back their new ids in the order of the rows."""
    if not rows:
        return []
    return list(session.scalars(insert(table).returning(key, sort_by_parameter_order=True), rows))


def _chunks(ids: Iterable[int]) -> Iterator[list[int]]:
    ordered = iter(sorted(ids))
    while chunk := list(islice(ordered, CHUNK)):
        yield chunk
