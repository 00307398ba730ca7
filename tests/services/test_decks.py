"""Listing, joining and leaving decks."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.core.card import Card
from bot.core.grading import GRADER_VERSION
from bot.core.pace import minutes
from bot.services import decks, settings
from bot.services.outcomes import DeckGone, DeckLine, Joined, Left
from db import decks as rows
from db import queue, reviews
from db.models import Deck, DeckVersion
from tests.services.conftest import (
    CARDS,
    NOW,
    again,
    answered,
    cards_of,
    make_deck,
    make_learner,
    memories,
    open_question,
)

if TYPE_CHECKING:
    from bot.services.who import Who
    from db import Session

TOMORROW = NOW + timedelta(days=1)


def line_of(session: Session, who: Who, deck: int) -> DeckLine:
    """The deck's line in the learner's list."""
    return next(line for line in decks.deck_list(session, who, NOW).decks if line.deck == deck)


def test_a_deck_that_nobody_joined_is_listed_with_its_size_and_the_time_it_takes(session: Session) -> None:
    """A newcomer sees how many cards a deck has and how long they take, and nothing waits yet."""
    deck = make_deck(session, title="How LLM Inference Works")
    who = make_learner(session)
    expected = DeckLine(deck, "How LLM Inference Works", 3, minutes(new=3), joined=False, waiting=0)
    assert decks.deck_list(session, who, NOW).decks == (expected,)


def test_decks_are_listed_the_houses_first_then_by_name(session: Session) -> None:
    """The order of the list is the same for everybody and on both databases."""
    owner = make_learner(session, 99).learner
    made = {
        name: make_deck(session, name=name, owner=by)
        for name, by in (("b", 0), ("Z", 0), ("é", 0), ("a", owner), ("a2", 0))
    }
    listed = [line.deck for line in decks.deck_list(session, make_learner(session), NOW).decks]
    assert listed == [made[name] for name in ("Z", "a2", "b", "é", "a")]


def test_only_live_public_decks_with_cards_can_be_joined(session: Session) -> None:
    """Retired, unpublished, private and empty decks are neither listed nor joined by a forged button."""
    who = make_learner(session)
    hidden = [make_deck(session, name=name) for name in ("retired", "unpublished")]
    session.get_one(Deck, hidden[0]).retired_at = NOW
    session.get_one(Deck, hidden[1]).current_version = None
    hidden += [
        make_deck(session, name="private", visibility="private"),
        make_deck(session, [], "empty"),
        4711,
    ]
    session.flush()
    assert decks.deck_list(session, who, NOW).decks == ()
    assert [decks.join(session, who, deck, NOW) for deck in hidden] == [DeckGone()] * len(hidden)
    assert [decks.leave(session, who, deck, NOW) for deck in hidden] == [DeckGone()] * len(hidden)
    assert not rows.enrolled(session, who.learner)


def test_joining_a_deck_makes_its_new_cards_wait(session: Session) -> None:
    """After joining, the learner studies the deck and its cards are there to review."""
    deck, who = make_deck(session), make_learner(session)
    outcome = decks.join(session, who, deck, NOW)
    assert outcome == Joined(line_of(session, who, deck))
    assert isinstance(outcome, Joined)
    assert (outcome.deck.joined, outcome.deck.waiting) == (True, 3)
    assert rows.enrolled(session, who.learner)


def test_joining_twice_is_one_enrolment(session: Session) -> None:
    """A double tap joins once and says so."""
    deck, who = make_deck(session), make_learner(session)
    first = decks.join(session, who, deck, NOW)
    second = decks.join(session, who, deck, TOMORROW)
    assert (first, second) == (
        Joined(line_of(session, who, deck)),
        Joined(line_of(session, who, deck), again=True),
    )


def test_leaving_keeps_the_progress_for_a_return(session: Session) -> None:
    """Who leaves a deck and comes back finds every memory as it was."""
    deck, who = make_deck(session), make_learner(session)
    decks.join(session, who, deck, NOW)
    answered(session, who, cards_of(session, deck)[0], NOW)
    before = memories(session, who)
    left = decks.leave(session, who, deck, NOW)
    assert left == Left(line_of(session, who, deck))
    assert queue.count_due(session, who.learner, who.day(NOW + timedelta(days=9))) == 0
    assert not rows.enrolled(session, who.learner)
    decks.join(session, who, deck, TOMORROW)
    assert memories(session, who) == before
    assert len(before) == 1
    assert queue.count_due(session, who.learner, who.day(NOW + timedelta(days=9))) == 1


def test_leaving_withdraws_the_open_question_of_that_deck_only(session: Session) -> None:
    """An open question goes with its deck; one of another deck stays."""
    one, other = make_deck(session), make_deck(session, name="other")
    who = make_learner(session)
    for deck in (one, other):
        decks.join(session, who, deck, NOW)
    turn = open_question(session, who, cards_of(session, one)[0], NOW)
    decks.leave(session, who, other, NOW)
    assert turn.state == "open"
    decks.leave(session, who, one, NOW)
    assert turn.state == "withdrawn"
    assert reviews.open_turn(session, who.learner) is None


def test_leaving_twice_ends_the_same_way(session: Session) -> None:
    """A double tap on Leave is no error."""
    deck, who = make_deck(session), make_learner(session)
    decks.join(session, who, deck, NOW)
    assert decks.leave(session, who, deck, NOW) == decks.leave(session, who, deck, TOMORROW)


def test_who_studies_a_private_deck_sees_it_until_they_leave(session: Session) -> None:
    """A private deck is listed for its learners alone, and who leaves can't come back by an old button."""
    deck = make_deck(session, visibility="private")
    who, stranger = make_learner(session), make_learner(session, 2)
    rows.join(session, who.learner, deck, NOW)
    assert line_of(session, who, deck).joined
    assert decks.deck_list(session, stranger, NOW).decks == ()
    assert isinstance(decks.leave(session, who, deck, NOW), Left)
    assert decks.join(session, who, deck, NOW) == DeckGone()


def test_todays_new_cards_are_shared_out_in_the_order_of_joining(session: Session) -> None:
    """What waits in the decks together is what will be asked today, no more."""
    many = [Card(f"What is {n} + {n}?", str(2 * n)) for n in range(8)]
    one, other = make_deck(session, many), make_deck(session, many, "a second lesson")
    who = make_learner(session)
    decks.join(session, who, one, NOW)
    decks.join(session, who, other, TOMORROW)
    assert (line_of(session, who, one).waiting, line_of(session, who, other).waiting) == (8, 2)
    answered(session, who, cards_of(session, one)[0], NOW)
    assert (line_of(session, who, one).waiting, line_of(session, who, other).waiting) == (7, 2)
    settings.set_new_per_day(session, who, 0, NOW)
    who = again(session, who)
    assert (line_of(session, who, one).waiting, line_of(session, who, other).waiting) == (0, 0)


def test_who_returns_to_a_deck_finds_it_behind_the_others(session: Session) -> None:
    """Today's new cards go first to the decks that were not interrupted."""
    one, other = make_deck(session), make_deck(session, name="other")
    who = make_learner(session)
    decks.join(session, who, one, NOW)
    decks.join(session, who, other, NOW + timedelta(hours=1))
    decks.leave(session, who, one, NOW + timedelta(hours=2))
    decks.join(session, who, one, NOW + timedelta(hours=3))
    settings.set_new_per_day(session, who, 4, NOW)
    who = again(session, who)
    assert (line_of(session, who, one).waiting, line_of(session, who, other).waiting) == (1, 3)


def test_due_reviews_wait_in_their_deck(session: Session) -> None:
    """A review that has come due counts beside the new cards."""
    deck, who = make_deck(session), make_learner(session)
    decks.join(session, who, deck, NOW)
    answered(session, who, cards_of(session, deck)[0], NOW - timedelta(days=3))
    settings.set_new_per_day(session, who, 1, NOW)
    assert line_of(session, again(session, who), deck).waiting == 2


def test_joinable_decks_are_those_not_joined(session: Session) -> None:
    """Who has no deck is offered all; a joined one is not offered again."""
    one, other = make_deck(session), make_deck(session, name="other")
    who = make_learner(session)
    assert [line.deck for line in decks.joinable(session, who, who.day(NOW))] == [one, other]
    decks.join(session, who, one, NOW)
    assert [line.deck for line in decks.joinable(session, who, who.day(NOW))] == [other]


def test_the_live_version_is_what_is_loaded(session: Session) -> None:
    """What a version was published with comes back whole: prepared deck, name, cards in deck order."""
    deck = make_deck(session)
    retired = make_deck(session, name="retired")
    session.get_one(Deck, retired).retired_at = NOW
    session.flush()
    (version,) = rows.live_versions(session)
    assert session.get_one(DeckVersion, version).deck == deck
    stored = rows.stored(session, version)
    assert (stored.name, stored.source, stored.grader_version) == ("lesson", "", GRADER_VERSION)
    assert [
        card.question in text for card, text in zip(CARDS, rows.contents(session, version), strict=True)
    ] == [True] * 3
