"""A session of a fresh database, and a deck, a learner, an answer in one line each."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot.core.card import Card
from bot.core.cardtext import to_text
from bot.core.grading import GRADER_VERSION, answer_key, prepare
from bot.core.scheduling import TurnKind
from bot.services.log import record_answer
from bot.services.who import Who, who_is
from db import learners, reviews
from db.models import HOUSE, CardVersion, Deck, DeckCard, DeckVersion, Memory, StudySession, Turn
from db.models import Card as CardRow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from db import Database, Session

NOW = datetime(2026, 3, 2, 10, tzinfo=UTC)
"""A Monday, 15:30 in Kolkata."""

CARDS = (
    Card("Which phase reads the whole input at once?", "prefill"),
    Card("Which phase builds tokens one by one?", "decode"),
    Card("Which cache keeps keys and values?", "KV cache"),
)


@pytest.fixture
def session(database: Database) -> Iterator[Session]:
    """One write transaction over the whole test."""
    with database.write() as opened:
        yield opened


def make_deck(
    session: Session,
    cards: Sequence[Card] = CARDS,
    name: str = "lesson",
    *,
    title: str = "",
    language: str = "en",
    owner: int = HOUSE,
    visibility: str = "public",
) -> int:
    """The id of a published deck with these cards."""
    deck = Deck(owner=owner, name=name, visibility=visibility, current_version=1)
    session.add(deck)
    session.flush()
    version = DeckVersion(
        deck=deck.id,
        number=1,
        title=title or name.capitalize(),
        language=language,
        source="",
        sha256="",
        origin="file",
        author=owner,
        at=NOW,
        prepared=prepare(cards).dump(),
        grader_version=GRADER_VERSION,
    )
    rows = [CardRow(deck=deck.id) for _ in cards]
    session.add_all([version, *rows])
    session.flush()
    wordings = [
        CardVersion(card=row.uid, content=to_text(card), answer_key=answer_key(card))
        for row, card in zip(rows, cards, strict=True)
    ]
    session.add_all(wordings)
    session.flush()
    session.add_all(
        DeckCard(version=version.id, position=n, card=wording.card, card_version=wording.id)
        for n, wording in enumerate(wordings)
    )
    session.flush()
    return deck.id


def make_learner(
    session: Session, telegram_id: int = 1, zone: str = "Asia/Kolkata", language: str = "en"
) -> Who:
    """A learner who has just written for the first time."""
    return who_is(learners.create(session, telegram_id, language, zone, NOW))


def again(session: Session, who: Who) -> Who:
    """The learner as they stand now."""
    return who_is(learners.row_of(session, who.learner))


def cards_of(session: Session, deck: int) -> list[int]:
    """The uids of a deck's cards, in deck order."""
    return [row.uid for row in session.query(CardRow).filter_by(deck=deck).order_by(CardRow.uid)]


def open_question(
    session: Session, who: Who, card: int, at: datetime, kind: TurnKind = TurnKind.REVIEW
) -> Turn:
    """An open turn for a card, in the learner's running session."""
    version = reviews.live_card(session, card)
    assert version is not None
    sitting = reviews.running_session(session, who.learner)
    if sitting is None:
        sitting = StudySession(
            learner=who.learner, study_day=who.day(at), mode="review", planned=1, started_at=at
        )
        session.add(sitting)
        session.flush()
    turn = Turn(
        learner=who.learner,
        session=sitting.id,
        card=card,
        card_version=version[0],
        kind=kind.value,
        state="open",
        hints=0,
        opened_at=at,
    )
    session.add(turn)
    session.flush()
    return turn


def answered(
    session: Session, who: Who, card: int, at: datetime, quality: int = 5, kind: TurnKind = TurnKind.REVIEW
) -> Turn:
    """A card asked and answered at a moment, with this quality."""
    turn = open_question(session, who, card, at, kind)
    turn.state = "answered"
    record_answer(session, turn, quality, who.day(at), at)
    return turn


def memories(session: Session, who: Who) -> dict[int, tuple[object, ...]]:
    """All that is remembered of each card."""
    session.flush()
    return {
        row.card: (row.ease_x100, row.interval, row.repetitions, row.due, row.drill_day, row.lapses)
        for row in session.query(Memory).filter_by(learner=who.learner)
    }
