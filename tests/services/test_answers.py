"""What becomes of a typed answer: its quality, its rows, and the question that comes next."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.core.card import Card
from bot.core.scheduling import TurnKind
from bot.services import answers
from bot.services.outcomes import (
    Asked,
    CardChanged,
    Feedback,
    Finished,
    HintShown,
    NotCounted,
    NothingDue,
    NothingOpen,
    Untouched,
    Why,
)
from db import decks, learners, models, reviews
from tests.services.conftest import NOW, again, make_deck
from tests.services.study import WRONG, studying

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.services.outcomes import Before, Turned
    from db import Session
    from tests.services.study import Study

HINTED = (
    Card("Which phase reads the whole input at once?", "prefill", hint="It begins with pre."),
    Card("Which phase builds tokens one by one?", "decode"),
    Card("Which cache keeps keys and values?", "KV cache"),
)
SINGLE = (Card("Which cache keeps keys and values?", "KV cache", hint="Two letters."),)


def before(outcome: object) -> Before | None:
    """What was said above the next question, or the end."""
    assert isinstance(outcome, Asked | Finished | NothingDue), outcome
    return outcome.before


def asked(outcome: object) -> Asked:
    """The outcome, which is a question."""
    assert isinstance(outcome, Asked), outcome
    return outcome


def slowly(study: Study) -> None:
    study.passes(timedelta(minutes=2))
    study.says("KV cache")


def after_a_hint(study: Study) -> None:
    study.hint()
    study.says("KV cache")


def at_the_second_try(study: Study) -> None:
    study.says("cache")
    study.says("kv cache")


def with_the_missing_part(study: Study) -> None:
    study.says("cache")
    study.says("kv")


def close_twice(study: Study) -> None:
    study.says("cache")
    study.says("the cache")


QUALITIES: list[tuple[int, Callable[[Study], object]]] = [
    (5, lambda study: study.says("kv cache")),
    (4, slowly),
    (3, after_a_hint),
    (3, at_the_second_try),
    (3, with_the_missing_part),
    (2, close_twice),
    (1, lambda study: study.says(WRONG)),
    (0, lambda study: study.says("I don't know")),
    (0, lambda study: study.gives_up()),
]


@pytest.mark.parametrize(("quality", "way"), QUALITIES)
def test_each_way_of_answering_has_its_quality(
    session: Session, quality: int, way: Callable[[Study], object]
) -> None:
    """Speed, hints, tries and giving up earn the qualities of the design's table."""
    study = studying(session, SINGLE)
    study.begins()
    way(study)
    assert study.log() == [("answer", quality, None)]


def test_time_counts_from_the_message_with_the_question(session: Session) -> None:
    """A learner whose question was late in coming has the whole time from then on."""
    study = studying(session, SINGLE)
    study.sends = False
    study.begins()
    study.passes(timedelta(minutes=5))
    row = study.row(study.turn)
    row.prompt_message_id, row.sent_at = 1, study.now
    study.passes(timedelta(seconds=5))
    study.messages = 1
    study.says("KV cache")
    assert study.log() == [("answer", 5, None)]


def test_a_close_answer_is_asked_again_and_nothing_is_logged(session: Session) -> None:
    """After a close short answer the same question stays open; the try itself is kept with its reason."""
    study = studying(session, SINGLE)
    study.begins()
    turn = study.turn
    outcome = asked(study.says("cache"))
    said = outcome.before
    assert isinstance(said, Feedback)
    assert said.again_now
    assert (outcome.prompt.turn, outcome.prompt.tries) == (turn, 1)
    assert study.log() == []
    [tried] = reviews.attempts(session, turn)
    assert (tried.text, tried.verdict, tried.n) == ("cache", "close", 1)
    assert tried.reason["rule"] == "general"


def test_a_text_typed_before_the_question_stood_is_not_graded(session: Session) -> None:
    """A text that is older than its question's message is answered by "not counted" and the same question."""
    study = studying(session)
    asked(study.begins())
    said = answers.Said("prefill", study.row(study.turn).prompt_message_id or 0, study.now)
    outcome = answers.answer(session, study.who, said, study.shelf, study.now)
    assert before(outcome) == NotCounted()
    assert study.log() == []


@pytest.mark.parametrize(("seconds", "counts"), [(None, False), (0, False), (1, False), (-1, True)])
def test_without_a_message_id_the_date_decides(session: Session, seconds: int | None, counts: bool) -> None:
    """While it is unknown where a question stands, only a text later than the first attempt to send it counts."""
    study = studying(session)
    study.sends = False
    study.begins()
    tried = None if seconds is None else study.now + timedelta(seconds=seconds)
    study.row(study.turn).first_tried_at = tried
    study.says("prefill")
    assert bool(study.log()) is counts


def test_a_typed_i_dont_know_is_for_the_question_that_stood(session: Session) -> None:
    """/skip typed twice before the next question came gives up one card, not two."""
    study = studying(session)
    study.begins()
    said = answers.Said("/skip", 100, study.now)
    study.sends = False
    study._sent(answers.give_up_typed(session, study.who, said, study.now))
    outcome = study._sent(answers.give_up_typed(session, study.who, said, study.now))
    assert before(outcome) == NotCounted()
    assert study.log() == [("answer", 0, None)]


def test_the_first_answer_of_a_day_belongs_to_that_days_sitting(session: Session) -> None:
    """A question left open overnight is counted in the sitting in which it is answered."""
    study = studying(session)
    study.begins()
    study.says_right()
    study.passes(timedelta(days=1))
    outcome = asked(study.says_right())
    assert (outcome.prompt.number, outcome.prompt.planned) == (2, 3)
    study.says_right()
    ended = study.says_right()
    assert isinstance(ended, Finished)
    assert (ended.cards, ended.right_first) == (3, 3)


def test_a_question_shown_again_the_next_day_opens_that_days_sitting(session: Session) -> None:
    """/review in the morning shows yesterday's open question as the first of today's."""
    study = studying(session)
    study.begins()
    study.says_right()
    study.passes(timedelta(days=1))
    outcome = asked(study.begins())
    assert (outcome.prompt.number, outcome.prompt.planned) == (1, 3)


def test_a_left_over_drill_is_dropped_the_next_day(session: Session) -> None:
    """A repetition that was not done before 04:00 is gone; its card is due anyway."""
    study = studying(session, SINGLE)
    study.begins()
    assert asked(study.says(WRONG)).prompt.kind is TurnKind.DRILL
    study.passes(timedelta(days=1))
    outcome = asked(study.begins())
    assert (outcome.prompt.kind, outcome.before) == (TurnKind.REVIEW, None)


def test_a_left_over_drill_that_is_answered_counts_as_the_review(session: Session) -> None:
    """Who answers yesterday's repetition today has done today's review with it."""
    study = studying(session, SINGLE)
    study.begins()
    study.says(WRONG)
    study.passes(timedelta(days=1))
    study.says_right()
    memory = study.remembered()["KV cache"]
    assert (memory.repetitions, memory.due) == (1, date(2026, 3, 4))


def test_new_cards_stop_at_the_limit(session: Session) -> None:
    """No more new cards are asked than the learner wants in a day; tomorrow there are more."""
    study = studying(session)
    learners.row_of(session, study.who.learner).new_per_day = 2
    study.begins()
    study.says_right()
    ended = study.says_right()
    assert isinstance(ended, Finished)
    assert study.turn == 0
    outcome = study.begins()
    assert isinstance(outcome, NothingDue)
    assert outcome.new_left == 1
    study.passes(timedelta(days=1))
    assert {asked(study.begins()).prompt.planned} == {3}


def test_a_card_whose_first_answer_was_undone_is_new_on_the_day_it_is_answered(session: Session) -> None:
    """An answer taken back uses up none of the day's new cards."""
    study = studying(session)
    learners.row_of(session, study.who.learner).new_per_day = 1
    study.begins()
    study.says_right()
    study.undoes(study.newest_turn)
    study.passes(timedelta(days=1))
    ended = study.says_right()
    assert isinstance(ended, Finished)
    assert isinstance(study.begins(), NothingDue)


def test_a_text_without_an_open_question_says_what_is_waiting(session: Session) -> None:
    """Who writes while nothing is asked is told how many cards are ready."""
    study = studying(session)
    assert study.says("hello") == NothingOpen(due=3)


def test_a_question_on_the_screen_makes_the_next_text_an_answer(session: Session) -> None:
    """Whatever setting was being asked for, it is asked for no more once a question is shown."""
    study = studying(session)
    learners.expect(session, study.who.learner, "zone")
    study.who = again(session, study.who)
    study.begins()
    assert study.who.expecting is None


def test_an_edited_card_is_shown_soon_only_once(session: Session) -> None:
    """A card to be shown by today is asked before it is due, and is as any other after its answer."""
    study = studying(session, SINGLE)
    study.begins()
    study.says_right()
    study.passes(timedelta(days=1))
    study.begins()
    study.says_right()
    study.passes(timedelta(days=1))
    assert isinstance(study.begins(), NothingDue)
    [card] = [row.card for row in session.query(models.Memory)]
    session.add(
        models.CardState(
            learner=study.who.learner, card=card, show_by=study.who.day(study.now), suspended=False
        )
    )
    study.begins()
    study.says_right()
    assert isinstance(study.begins(), NothingDue)


def retire(session: Session, deck: int) -> None:
    """Take a deck away."""
    session.get_one(models.Deck, deck).retired_at = NOW
    session.flush()


def drop_card(session: Session, deck: int) -> None:
    """Take the first card out of a deck, as a new version without it does."""
    session.flush()
    card = session.query(models.Card).filter_by(deck=deck).order_by(models.Card.uid).first()
    assert card is not None
    card.retired_at = NOW
    session.query(models.DeckCard).filter_by(card=card.uid).delete()
    session.flush()


def leave(session: Session, deck: int) -> None:
    """Leave a deck from another device, without the service that withdraws the question."""
    session.query(models.Enrolment).filter_by(deck=deck).update({"left_at": NOW})
    session.flush()


WAYS: list[Callable[[Study], Turned | NothingOpen | Untouched]] = [
    lambda study: study.says("prefill"),
    lambda study: study.gives_up(),
    lambda study: study.hint(),
    lambda study: study.begins(),
]


@pytest.mark.parametrize("way", WAYS)
def test_a_question_whose_card_left_its_deck_is_withdrawn(
    session: Session, way: Callable[[Study], Turned | NothingOpen | Untouched]
) -> None:
    """A card that was removed while its question stood open is not graded: the next one is asked."""
    study = studying(session, HINTED)
    study.begins()
    drop_card(session, study.deck)
    outcome = asked(way(study))
    assert outcome.before == CardChanged()
    assert outcome.prompt.card.answer == "decode"
    assert study.log() == []


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("gone", [retire, leave])
def test_a_question_whose_deck_is_gone_is_withdrawn(
    session: Session,
    way: Callable[[Study], Turned | NothingOpen | Untouched],
    gone: Callable[[Session, int], None],
) -> None:
    """When the whole deck is gone nothing is graded, nothing is asked, and nothing fails."""
    study = studying(session, HINTED)
    study.begins()
    gone(session, study.deck)
    assert not isinstance(way(study), Asked)
    assert study.turn == 0
    assert study.log() == []


def test_a_hint_is_shown_once(session: Session) -> None:
    """The hint stands in the prompt; a second tap changes nothing."""
    study = studying(session, SINGLE)
    study.begins()
    outcome = asked(study.hint())
    assert (outcome.before, outcome.prompt.hint) == (HintShown(), "Two letters.")
    assert study.hint() == Untouched(Why.ALREADY, None)


def test_cards_with_one_answer_do_not_follow_each_other(session: Session) -> None:
    """The answer just given is not the next question's answer while another question is there."""
    cards = (Card("What reads all input?", "prefill"), Card("What runs in parallel?", "prefill"), HINTED[1])
    study = studying(session, cards)
    study.begins()
    asked_for = [study.card.answer]
    while isinstance(study.says_right(), Asked):
        asked_for.append(study.card.answer)
    assert asked_for == ["prefill", "decode", "prefill"]


def test_two_decks_make_one_sitting(session: Session) -> None:
    """Who studies two decks is asked from both, the first joined first."""
    study = studying(session, HINTED[:1])
    other = make_deck(session, HINTED[1:2], "other")
    decks.join(session, study.who.learner, other, NOW + timedelta(seconds=1))
    study.shelf.load_current(session)
    assert asked(study.begins()).prompt.planned == 2
    assert asked(study.says_right()).prompt.card.answer == "decode"
    ended = study.says_right()
    assert isinstance(ended, Finished)
    assert ended.cards == 2
