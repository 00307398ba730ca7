"""Which decks there are, what their live versions contain, and who studies them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, Select, and_, func, or_, select

from db.models import HOUSE, CardVersion, Deck, DeckCard, DeckVersion, Enrolment
from db.queue import IS_DUE, IS_UNSEEN, live_cards, with_memory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from sqlalchemy.orm import Session


def _live(*columns: Any) -> Select[Any]:
    """The live versions of the decks that are not retired."""
    return (
        select(*columns)
        .select_from(Deck)
        .join(DeckVersion, and_(DeckVersion.deck == Deck.id, DeckVersion.number == Deck.current_version))
        .where(Deck.retired_at.is_(None))
    )


def live_versions(session: Session) -> list[int]:
    """The ids of the live versions of all decks that are not retired."""
    return list(session.scalars(_live(DeckVersion.id).order_by(DeckVersion.id)))


def stored(session: Session, version: int) -> Row[str, int, str, str]:
    """What a version was published with: (prepared, grader_version, source, name). NoResultFound without one."""
    return session.execute(
        select(DeckVersion.prepared, DeckVersion.grader_version, DeckVersion.source, Deck.name)
        .join(Deck, Deck.id == DeckVersion.deck)
        .where(DeckVersion.id == version)
    ).one()


def contents(session: Session, version: int) -> list[str]:
    """The cards of a version as JSON text, in deck order."""
    return list(
        session.scalars(
            select(CardVersion.content)
            .join(DeckCard, DeckCard.card_version == CardVersion.id)
            .where(DeckCard.version == version)
            .order_by(DeckCard.position)
        )
    )


def _joined(learner: int) -> Any:
    return and_(Enrolment.deck == Deck.id, Enrolment.learner == learner, Enrolment.left_at.is_(None))


def enrolled(session: Session, learner: int) -> bool:
    """Whether the learner studies at least one live deck."""
    return session.scalar(_live(Deck.id).join(Enrolment, _joined(learner)).limit(1)) is not None


def listing(session: Session, learner: int) -> Sequence[Row[Any]]:
    """The live decks that everyone may join and those the learner studies, the house's first, then by name.

    Rows of (deck, title, language, cards, joined). A deck without cards is listed only for who studies it.
    """
    cards = (
        select(func.count())
        .where(DeckCard.version == DeckVersion.id)
        .correlate(DeckVersion)
        .scalar_subquery()
    )
    joined = Enrolment.learner.is_not(None).label("joined")
    rows = session.execute(
        _live(Deck.id.label("deck"), DeckVersion.title, DeckVersion.language, cards.label("cards"), joined)
        .add_columns(Deck.owner, Deck.name)
        .outerjoin(Enrolment, _joined(learner))
        .where(or_(Enrolment.learner.is_not(None), and_(Deck.visibility == "public", cards > 0)))
    )
    # Sorted here: the two databases collate names differently.
    return sorted(rows, key=lambda row: (row.owner != HOUSE, row.name, row.deck))


def join(session: Session, learner: int, deck: int, now: datetime) -> bool:
    """Enrol the learner; False if they study the deck already. Who returns joins anew, behind the other decks."""
    row = session.get(Enrolment, (learner, deck))
    if row is None:
        session.add(Enrolment(learner=learner, deck=deck, joined_at=now))
    elif row.left_at is None:
        return False
    else:
        row.joined_at, row.left_at = now, None
    session.flush()
    return True


def leave(session: Session, learner: int, deck: int, now: datetime) -> bool:
    """End the learner's enrolment; False if they don't study the deck. Memories stay for a return."""
    row = session.get(Enrolment, (learner, deck))
    if row is None or row.left_at is not None:
        return False
    row.left_at = now
    session.flush()
    return True


_DUE = with_memory(live_cards(Enrolment.deck, func.count())).where(IS_DUE).group_by(Enrolment.deck)
_UNSEEN = (
    live_cards(Enrolment.deck, func.count())
    .where(IS_UNSEEN)
    .group_by(Enrolment.deck, Enrolment.joined_at)
    .order_by(Enrolment.joined_at, Enrolment.deck)
)
_SEEN = with_memory(live_cards(Enrolment.deck, func.count())).group_by(Enrolment.deck)


def due_by_deck(session: Session, learner: int, today: date) -> dict[int, int]:
    """How many cards there are to review in each deck the learner studies; decks without any are left out."""
    return dict(map(tuple, session.execute(_DUE, {"learner": learner, "today": today})))


def unseen_by_deck(session: Session, learner: int) -> dict[int, int]:
    """How many cards of each deck were never answered, in the order in which decks are introduced."""
    return dict(map(tuple, session.execute(_UNSEEN, {"learner": learner})))


def seen_by_deck(session: Session, learner: int) -> dict[int, int]:
    """How many cards of each deck the learner has a memory of."""
    return dict(map(tuple, session.execute(_SEEN, {"learner": learner})))
