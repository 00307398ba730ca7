"""Where a learner stands."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.core.pace import minutes
from bot.core.scheduling import EventType, TurnKind
from bot.services import decks
from bot.services.log import append, replay
from bot.services.outcomes import Coming, DeckStats, Stats
from bot.services.statistics import stats
from db.models import Event
from tests.services.conftest import NOW, answered, cards_of, make_deck, make_learner

if TYPE_CHECKING:
    from datetime import datetime

    from bot.services.who import Who
    from db import Database, Session
    from db.models import Turn

DAY = timedelta(days=1)


@pytest.fixture
def studying(session: Session) -> tuple[Who, list[int]]:
    """A learner with a deck of three cards, and the cards."""
    deck, who = make_deck(session, title="Inference"), make_learner(session)
    decks.join(session, who, deck, NOW)
    return who, cards_of(session, deck)


def take_back(session: Session, turn: Turn, at: datetime, who: Who) -> None:
    """Undo the turn's answer."""
    (event,) = session.query(Event).filter_by(turn=turn.id)
    append(session, turn, EventType.UNDO, 0, who.day(at), at, refers_to=event.id)
    replay(session, who.learner, turn.card)


def test_a_newcomer_has_nothing_yet(session: Session) -> None:
    """Without a deck every figure is empty, and none of them fails."""
    expected = Stats(due=0, new=0, answered_today=0, streak=0, retention=None, decks=(), coming=None)
    assert stats(session, make_learner(session), NOW) == expected


def test_a_fresh_deck_is_all_new(session: Session, studying: tuple[Who, list[int]]) -> None:
    """After joining, today's new cards are counted, and tomorrow's if nothing is done today."""
    who, _ = studying
    expected = Stats(
        due=0,
        new=3,
        answered_today=0,
        streak=0,
        retention=None,
        decks=(DeckStats("Inference", cards=3, seen=0, waiting=3),),
        coming=Coming(days=1, cards=3, minutes=minutes(new=3)),
    )
    assert stats(session, who, NOW) == expected


def test_the_figures_follow_the_answers(session: Session, studying: tuple[Who, list[int]]) -> None:
    """What was answered is seen, counts for today and the streak, and comes back when it is due."""
    who, (one, two, three) = studying
    for card in (one, two, three):
        answered(session, who, card, NOW - DAY)
    answered(session, who, one, NOW)
    assert stats(session, who, NOW) == Stats(
        due=2,
        new=0,
        answered_today=1,
        streak=2,
        retention=1.0,
        decks=(DeckStats("Inference", cards=3, seen=3, waiting=2),),
        coming=Coming(days=6, cards=1, minutes=minutes(reviews=1)),
    )


def test_new_cards_are_coming_before_later_reviews(session: Session, studying: tuple[Who, list[int]]) -> None:
    """Cards still unseen make tomorrow the next day, with the reviews of that day alone."""
    who, (one, two, _) = studying
    answered(session, who, one, NOW - DAY)
    answered(session, who, one, NOW)
    assert stats(session, who, NOW).coming == Coming(days=1, cards=2, minutes=minutes(new=2))
    answered(session, who, two, NOW)
    assert stats(session, who, NOW).coming == Coming(days=1, cards=2, minutes=minutes(new=1, reviews=1))


def test_retention_leaves_first_answers_drills_and_practice_out(
    session: Session, studying: tuple[Who, list[int]]
) -> None:
    """Only scheduled answers to cards already met say how much is remembered."""
    who, (one, two, _) = studying
    answered(session, who, one, NOW - 20 * DAY, quality=1)
    answered(session, who, one, NOW - 20 * DAY, quality=1, kind=TurnKind.DRILL)
    answered(session, who, two, NOW - 20 * DAY)
    answered(session, who, two, NOW - 18 * DAY, quality=1, kind=TurnKind.PRACTICE)
    assert stats(session, who, NOW).retention is None
    answered(session, who, one, NOW - 19 * DAY, quality=3)
    answered(session, who, two, NOW - 19 * DAY, quality=2)
    answered(session, who, one, NOW - 10 * DAY, quality=4)
    assert stats(session, who, NOW).retention == pytest.approx(2 / 3)


def test_retention_looks_back_thirty_days(session: Session, studying: tuple[Who, list[int]]) -> None:
    """An answer of the 30th day counts, one of the 31st no more, but it still was the first."""
    who, (one, two, _) = studying
    answered(session, who, one, NOW - 60 * DAY)
    answered(session, who, one, NOW - 30 * DAY, quality=1)
    assert stats(session, who, NOW).retention is None
    answered(session, who, two, NOW - 60 * DAY)
    answered(session, who, two, NOW - 29 * DAY)
    assert stats(session, who, NOW).retention == 1.0


def test_what_was_taken_back_or_overruled_counts_as_it_stands(
    session: Session, studying: tuple[Who, list[int]]
) -> None:
    """An undone answer is gone from every figure, an overruled one counts by the learner's verdict."""
    who, (one, _, three) = studying
    answered(session, who, one, NOW - 10 * DAY)
    take_back(session, answered(session, who, three, NOW), NOW, who)
    figures = stats(session, who, NOW)
    assert (figures.answered_today, figures.streak, figures.decks[0].seen) == (0, 0, 1)
    again = answered(session, who, one, NOW, quality=1)
    assert stats(session, who, NOW).retention == 0.0
    (event,) = session.query(Event).filter_by(turn=again.id)
    append(session, again, EventType.OVERRULE, 4, who.day(NOW), NOW, refers_to=event.id)
    assert stats(session, who, NOW).retention == 1.0
    assert stats(session, who, NOW).answered_today == 1


def test_drills_do_not_count_as_answers(session: Session, studying: tuple[Who, list[int]]) -> None:
    """Repeating a card on the same day is no second answer."""
    who, (one, _, _) = studying
    answered(session, who, one, NOW, quality=1)
    answered(session, who, one, NOW, quality=4, kind=TurnKind.DRILL)
    assert stats(session, who, NOW).answered_today == 1


def test_decks_that_were_left_are_not_shown(session: Session, studying: tuple[Who, list[int]]) -> None:
    """Only what the learner studies stands in the figures, others' answers never do."""
    who, cards = studying
    other = make_learner(session, 2)
    answered(session, other, cards[0], NOW)
    assert stats(session, who, NOW).decks[0].seen == 0
    make_deck(session, name="never joined")
    decks.leave(session, who, decks.deck_list(session, who, NOW).decks[0].deck, NOW)
    assert stats(session, who, NOW).decks == ()


def test_figures_can_be_read_without_writing(database: Database) -> None:
    """The statistics work on the read-only connection."""
    with database.write() as session:
        deck, who = make_deck(session), make_learner(session)
        decks.join(session, who, deck, NOW)
        answered(session, who, cards_of(session, deck)[0], NOW)
    with database.read() as session:
        assert stats(session, who, NOW).answered_today == 1
