"""Who arrives, and what they see first."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.services import decks, settings
from bot.services.learners import arrive, start
from bot.services.outcomes import Setting, Welcome
from db import learners
from db.models import Learner
from tests.services.conftest import NOW, again, answered, cards_of, make_deck, make_learner

if TYPE_CHECKING:
    from db import Database, Session

DELHI = "Asia/Kolkata"
DAY = timedelta(days=1)


def test_who_writes_for_the_first_time_becomes_a_learner(session: Session) -> None:
    """A newcomer is kept with the default zone and ten new cards a day, and is found again."""
    who = arrive(session, 7_000_000_001, "en", "Asia/Kathmandu", NOW)
    assert (who.zone.key, who.new_per_day, who.nudge_time, who.expecting) == (
        "Asia/Kathmandu",
        10,
        None,
        None,
    )
    assert arrive(session, 7_000_000_001, "hi", DELHI, NOW + DAY) == who


@pytest.mark.parametrize(
    ("code", "deck_language", "language"),
    [
        ("hi", "hi-Latn", "hi"),
        ("hi-IN", "en", "hi"),
        ("en", "hi-Latn", "hi-Latn"),
        ("de", "hi", "hi"),
        (None, "hi-Latn", "hi-Latn"),
        ("hil", "en", "en"),
        ("en", "", "en"),
        ("en", "fr", "en"),
        ("", None, "en"),
    ],
)
def test_the_first_language_is_hindi_or_the_first_decks(
    session: Session, code: str | None, deck_language: str | None, language: str
) -> None:
    """A Hindi Telegram is spoken to in Hindi, any other as the deck speaks that will be offered, else in English."""
    if deck_language is not None:
        make_deck(session, language=deck_language)
        make_deck(session, name="z-last", language="en")
    assert arrive(session, 1, code, DELHI, NOW).language == language


def test_who_writes_again_can_be_reached_again(session: Session) -> None:
    """A learner who had blocked the bot gets nudges again after writing."""
    who = make_learner(session, 5)
    learners.row_of(session, who.learner).reachable = False
    session.flush()
    arrive(session, 5, "en", DELHI, NOW)
    assert learners.row_of(session, who.learner).reachable


def test_a_learner_arrives_once_however_often_they_are_created(database: Database) -> None:
    """Two first messages make one learner."""
    for _ in range(2):
        with database.write() as session:
            arrive(session, 1, "en", DELHI, NOW)
    with database.read() as session:
        assert session.query(Learner).count() == 1


def test_a_newcomer_is_offered_the_first_deck(session: Session) -> None:
    """The welcome names the person and the first deck, and says how many more there are."""
    deck = make_deck(session, name="a", title="How LLM Inference Works")
    make_deck(session, name="b")
    who = make_learner(session)
    offered = decks.deck_list(session, who, NOW).decks[0]
    assert offered.deck == deck
    assert start(session, who, "<3 & Co", NOW) == Welcome(
        "<3 & Co", offered, 1, returning=False, language="en"
    )


def test_without_decks_the_welcome_offers_none(session: Session) -> None:
    """An empty house still greets."""
    assert start(session, make_learner(session), "Asha", NOW) == Welcome(
        "Asha", None, 0, returning=False, language="en"
    )


def test_who_returns_is_offered_the_deck_that_waits(session: Session) -> None:
    """A joined deck with something to do goes before the first in the list; with nothing to do it doesn't."""
    first = make_deck(session, name="a")
    second = make_deck(session, name="b")
    who = make_learner(session)
    decks.join(session, who, second, NOW)
    welcome = start(session, who, "Asha", NOW)
    assert welcome.deck is not None
    assert (welcome.deck.deck, welcome.deck.waiting, welcome.others, welcome.returning) == (
        second,
        3,
        1,
        True,
    )
    for card in cards_of(session, second):
        answered(session, who, card, NOW)
    done = start(session, who, "Asha", NOW)
    assert done.deck is not None
    assert done.deck.deck == first
    due = start(session, who, "Asha", NOW + DAY)
    assert due.deck is not None
    assert due.deck.deck == second


def test_who_left_every_deck_is_still_known(session: Session) -> None:
    """Having studied once is enough to be welcomed back."""
    deck, who = make_deck(session), make_learner(session)
    decks.join(session, who, deck, NOW)
    decks.leave(session, who, deck, NOW)
    assert start(session, who, "Asha", NOW).returning


def test_start_forgets_what_was_asked_for(session: Session) -> None:
    """After /start the next text is an answer, not a setting."""
    who = make_learner(session)
    settings.ask(session, who, Setting.ZONE, NOW)
    start(session, again(session, who), "Asha", NOW)
    assert again(session, who).expecting is None


def test_the_nudge_is_offered_once(session: Session) -> None:
    """The moment of the first offer stays."""
    who = make_learner(session)
    assert not who.nudge_offered
    learners.offer_nudge(session, who.learner, NOW)
    learners.offer_nudge(session, who.learner, NOW + DAY)
    assert again(session, who).nudge_offered
    assert learners.row_of(session, who.learner).nudge_offered_at == NOW
