"""Overruling, undoing and skipping: what each takes back, what it leaves, and when it no longer acts."""

from __future__ import annotations

from datetime import time, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.core.card import Card
from bot.core.scheduling import TurnKind
from bot.services import second_thoughts
from bot.services.outcomes import (
    Act,
    Asked,
    DrillsSkipped,
    Feedback,
    Finished,
    NoDeck,
    NothingDue,
    Ruling,
    Undone,
    Unfolded,
    Untouched,
    Why,
)
from db import learners, models
from tests.services.conftest import CARDS, NOW, again
from tests.services.study import WRONG, studying

if TYPE_CHECKING:
    from db import Session
    from tests.services.study import Study

RIGHT, WAS_WRONG, EASY = Ruling.I_WAS_RIGHT, Ruling.I_WAS_WRONG, Ruling.TOO_EASY
CACHE = (Card("Which cache keeps keys and values?", "KV cache"),)


def asked(outcome: object) -> Asked:
    """The outcome, which is a question."""
    assert isinstance(outcome, Asked), outcome
    return outcome


def feedback(outcome: object) -> Feedback:
    """What was said about the answer."""
    assert isinstance(outcome, Asked | Finished | NothingDue), outcome
    assert isinstance(outcome.before, Feedback)
    return outcome.before


def finishes(study: Study) -> object:
    """Answer everything rightly to the end."""
    outcome: object = study.begins()
    while isinstance(outcome, Asked):
        outcome = study.says_right()
    return outcome


def days_on(study: Study, rights: int) -> None:
    """Answer rightly on so many days, each time when the card is due."""
    for _ in range(rights):
        finishes(study)
        [memory] = study.remembered().values()
        assert memory.due is not None
        study.passes(timedelta(days=(memory.due - study.who.day(study.now)).days))


def test_i_was_right_leaves_no_trace_but_in_the_log(session: Session) -> None:
    """A wrong verdict overruled: ease, interval, repetitions, lapses and due date as if it had been right."""
    slip = studying(session, CACHE)
    right = studying(session, telegram_id=2, deck=slip.deck)
    for study in (slip, right):
        days_on(study, 2)
        study.begins()
    turn = slip.turn
    slip.says(WRONG)
    said = feedback(slip.rules(RIGHT, turn))
    right.passes(timedelta(minutes=2))
    right.says_right()
    assert slip.remembered() == right.remembered()
    assert (said.quality, said.again_today, said.ruling, said.changed) == (4, False, RIGHT, True)
    assert [(kind, quality) for kind, quality, _ in slip.log()][-2:] == [("answer", 1), ("overrule", 4)]


def test_a_second_overrule_changes_nothing(session: Session) -> None:
    """The same overrule twice is one step."""
    study = studying(session)
    study.begins()
    turn = study.turn
    study.says(WRONG)
    study.rules(RIGHT, turn)
    log = study.log()
    assert study.rules(RIGHT, turn) == Untouched(Why.ALREADY, None)
    assert study.log() == log


def test_the_last_of_two_overrules_counts(session: Session) -> None:
    """Too easy, then wrong after all: the newer ruling stands, and undo brings back the older."""
    study = studying(session)
    study.begins()
    turn = study.turn
    study.passes(timedelta(minutes=2))
    study.says_right()
    study.rules(EASY, turn)
    assert study.remembered()["prefill"].ease_x100 == 260
    study.rules(WAS_WRONG, turn)
    assert study.remembered()["prefill"].repetitions == 0
    said = feedback(study.undoes_ruling(turn))
    assert (said.quality, said.ruling) == (5, EASY)
    assert study.remembered()["prefill"].ease_x100 == 260


def test_undoing_an_overrule_keeps_the_open_question(session: Session) -> None:
    """Only the ruling is taken back: answer and open question stay as they are."""
    study = studying(session)
    study.begins()
    turn = study.turn
    study.says(WRONG)
    before = study.remembered()
    open_turn = study.turn
    study.rules(RIGHT, turn)
    outcome = asked(study.undoes_ruling(turn))
    assert outcome.prompt.turn == open_turn
    assert study.remembered() == before
    assert feedback(outcome).grade.verdict == "wrong"


def test_i_was_right_about_a_close_try_counts_at_once(session: Session) -> None:
    """A close first try that the learner calls right needs no second one."""
    study = studying(session)
    study.begins()
    study.says_right()
    study.says_right()
    turn = study.turn
    study.says("cache")
    outcome = study.rules(RIGHT, turn)
    assert isinstance(outcome, Finished)
    assert (outcome.cards, outcome.right_first) == (3, 3)
    assert study.remembered()["KV cache"].repetitions == 1


def test_undoing_that_gives_the_second_try_back(session: Session) -> None:
    """Taking "I was right" about a close first try back undoes all it did: nothing is counted, the question is open."""
    study = studying(session, CACHE)
    study.begins()
    turn = study.turn
    study.says("cache")
    study.rules(RIGHT, turn)
    outcome = asked(study.undoes_ruling(turn))
    assert (outcome.before, outcome.prompt.kind) == (Undone(), TurnKind.REVIEW)
    assert study.remembered() == {}
    study.says("KV cache")
    assert study.remembered()["KV cache"].repetitions == 1


def test_an_overrule_acts_only_on_the_newest_answer(session: Session) -> None:
    """Once its card was answered again, an old verdict can't be overruled any more."""
    study = studying(session, CACHE)
    study.begins()
    turn = study.turn
    study.says(WRONG)
    study.says_right()
    remembered = study.remembered()
    assert isinstance(study.rules(RIGHT, turn), Untouched)
    assert study.remembered() == remembered


def test_a_drill_that_became_moot_is_withdrawn(session: Session) -> None:
    """Overruled to right, the card does not come back today even when its repetition was just asked."""
    study = studying(session, CACHE)
    study.begins()
    turn = study.turn
    study.says(WRONG)
    drill = study.turn
    assert isinstance(study.rules(RIGHT, turn), Finished)
    assert study.row(drill).state == "withdrawn"


def test_a_review_that_became_moot_is_withdrawn(session: Session) -> None:
    """Yesterday's fail called right today: its card, asked again because of it, is not due any more."""
    study = studying(session, CACHE)
    days_on(study, 2)
    study.begins()
    failed = study.turn
    study.says(WRONG)
    study.says_right()
    study.undoes_newest()
    study.passes(timedelta(days=1))
    study.begins()
    review = study.turn
    assert study.row(review).kind == "review"
    outcome = study.rules(RIGHT, failed)
    assert study.row(review).state == "withdrawn"
    assert isinstance(outcome, Finished | NothingDue)
    assert study.remembered()["KV cache"].repetitions == 3


def test_an_old_answer_overruled_down_is_due_today_not_in_the_past(session: Session) -> None:
    """ "I was wrong" about last week's answer makes the card due now: 0 days, never a negative number."""
    study = studying(session, CACHE)
    days_on(study, 2)
    finishes(study)
    study.passes(timedelta(days=5))
    outcome = asked(study.rules(WAS_WRONG, study.newest_turn))
    assert feedback(outcome).days == 0
    assert outcome.prompt.kind is TurnKind.REVIEW


def test_undo_takes_the_answer_back_and_asks_again(session: Session) -> None:
    """The next question is withdrawn, the card is new again, and a hint that was seen stays seen."""
    study = studying(session, (Card("Which phase comes first?", "prefill", hint="pre"), *CARDS[1:]))
    study.begins()
    turn = study.turn
    study.hint()
    study.says_right()
    following = study.turn
    outcome = asked(study.undoes(turn))
    assert (outcome.before, outcome.prompt.card.answer, outcome.prompt.hint) == (Undone(), "prefill", "pre")
    assert (outcome.prompt.number, outcome.prompt.planned) == (1, 3)
    assert study.row(following).state == "withdrawn"
    assert study.remembered() == {}


def test_undo_can_be_repeated_to_the_morning(session: Session) -> None:
    """Undo walks back answer by answer and then finds nothing more."""
    study = studying(session)
    finishes(study)
    for answer in ("KV cache", "decode", "prefill"):
        assert asked(study.undoes_newest()).prompt.card.answer == answer
    open_turn = study.turn
    outcome = asked(study.undoes_newest())
    assert (outcome.prompt.turn, outcome.before) == (open_turn, None)
    assert study.remembered() == {}


def test_a_double_undo_is_one_step(session: Session) -> None:
    """The second of two taps on the same Undo changes nothing."""
    study = studying(session)
    study.begins()
    study.says_right()
    turn = study.turn
    study.says_right()
    study.undoes(turn)
    log = study.log()
    assert isinstance(study.undoes(turn), Untouched)
    assert study.log() == log


def test_undo_of_a_first_try_shows_its_question_again(session: Session) -> None:
    """A close first try taken back is as if it had not been: right is right at the first try."""
    study = studying(session, CACHE)
    study.begins()
    turn = study.turn
    study.says("cache")
    outcome = asked(study.undoes(turn))
    assert (outcome.before, outcome.prompt.tries) == (Undone(), 0)
    study.says("KV cache")
    assert [quality for _, quality, _ in study.log()] == [5]


def test_undo_of_a_first_try_whose_card_is_gone_goes_on(session: Session) -> None:
    """A card that left its deck is not asked again, and the tap is no error."""
    study = studying(session)
    study.begins()
    study.says_right()
    study.says_right()
    turn = study.turn
    study.says("cache")
    session.query(models.DeckCard).filter_by(card=study.row(turn).card).delete()
    session.get_one(models.Card, study.row(turn).card).retired_at = NOW
    session.flush()
    study.passes(timedelta(minutes=1))
    outcome = study.undoes(turn)
    assert isinstance(outcome, Untouched)
    assert not isinstance(outcome.current, Asked)


def test_undo_after_the_end_opens_the_same_sitting(session: Session) -> None:
    """The last answer taken back and given again, the summary speaks of the whole sitting and offers the nudge."""
    study = studying(session)
    ended = finishes(study)
    assert isinstance(ended, Finished)
    assert ended.offer_nudge
    outcome = asked(study.undoes(study.newest_turn))
    assert (outcome.prompt.number, outcome.prompt.planned) == (3, 3)
    again = study.says_right()
    assert isinstance(again, Finished)
    assert (again.cards, again.right_first, again.offer_nudge) == (3, 3, True)


def test_the_nudge_is_not_offered_again_to_who_has_answered(session: Session) -> None:
    """An end that is undone offers the nudge anew only if nothing was chosen yet."""
    study = studying(session)
    finishes(study)
    learners.row_of(session, study.who.learner).nudge_time = time(20)
    study.undoes(study.newest_turn)
    again = study.says_right()
    assert isinstance(again, Finished)
    assert not again.offer_nudge


def test_yesterday_can_not_be_undone(session: Session) -> None:
    """Undo reaches back to the study day's beginning, no further."""
    study = studying(session)
    study.begins()
    turn = study.turn
    study.says_right()
    study.passes(timedelta(days=1))
    assert isinstance(study.undoes(turn), Untouched)
    assert study.remembered()["prefill"].repetitions == 1


def test_nobody_acts_on_another_learners_turn(session: Session) -> None:
    """Whatever id a tap carries, it changes nothing but the tapping learner's own turns."""
    asha = studying(session)
    asha.begins()
    turn = asha.turn
    asha.says(WRONG)
    ravi = studying(session, telegram_id=2, deck=asha.deck)
    log, remembered, open_turn = asha.log(), asha.remembered(), asha.turn
    for act in (
        lambda: ravi.rules(RIGHT, turn),
        lambda: ravi.undoes(turn),
        lambda: ravi.undoes_ruling(turn),
        lambda: ravi.gives_up(open_turn),
        lambda: ravi.hint(open_turn),
        lambda: ravi.skips_drills(open_turn),
        lambda: second_thoughts.unfold(session, ravi.who, turn, ravi.now),
    ):
        assert isinstance(act(), Untouched)
    assert (asha.log(), asha.remembered(), asha.turn) == (log, remembered, open_turn)
    assert ravi.log() == []


def test_skipping_drills_puts_them_off_until_tomorrow(session: Session) -> None:
    """One tap ends today's repetitions; tomorrow the cards are asked as they would have been."""
    study = studying(session)
    study.begins()
    study.says(WRONG)
    study.says(WRONG)
    outcome = asked(study.says_right())
    assert outcome.prompt.kind is TurnKind.DRILL
    ended = study.skips_drills(study.turn)
    assert isinstance(ended, Finished)
    assert (ended.before, ended.cards, ended.right_first) == (DrillsSkipped(2), 3, 1)
    assert isinstance(study.begins(), NothingDue)
    study.passes(timedelta(days=1))
    outcome = asked(study.begins())
    assert (outcome.prompt.kind, outcome.prompt.planned) == (TurnKind.REVIEW, 3)


def test_a_review_is_not_skipped_as_a_drill(session: Session) -> None:
    """ "No repeats today" on a question that is no repetition changes nothing."""
    study = studying(session)
    study.begins()
    assert isinstance(study.skips_drills(study.turn), Untouched)
    assert study.row(study.turn).state == "open"


def test_the_dots_unfold_while_the_answer_is_the_newest(session: Session) -> None:
    """Behind the dots stands what else can be done about the last answer; on an old one they are a toast."""
    study = studying(session, CACHE)
    study.begins()
    turn = study.turn
    study.says_right()
    outcome = second_thoughts.unfold(session, study.who, turn, study.now)
    assert isinstance(outcome, Unfolded)
    assert Act.I_WAS_WRONG in outcome.acts.more
    study.undoes(turn)
    study.passes(timedelta(minutes=1))
    assert isinstance(second_thoughts.unfold(session, study.who, turn, study.now), Untouched)


def test_unfolding_changes_nothing(session: Session) -> None:
    """To look at the acts behind the dots is not to be shown a question: what is being asked for stays so."""
    study = studying(session)
    study.begins()
    turn = study.turn
    study.says_right()
    learners.expect(session, study.who.learner, "zone")
    study.who = again(session, study.who)
    second_thoughts.unfold(session, study.who, turn, study.now)
    assert learners.row_of(session, study.who.learner).expecting == "zone"


@pytest.mark.parametrize("retired", [True, False])
def test_acts_on_a_deck_that_is_gone_change_nothing(session: Session, retired: bool) -> None:
    """After its deck was retired or left, an answer's buttons are toasts, and no question of that deck comes up."""
    study = studying(session)
    study.begins()
    turn = study.turn
    study.says(WRONG)
    if retired:
        session.get_one(models.Deck, study.deck).retired_at = NOW
    else:
        session.query(models.Enrolment).filter_by(deck=study.deck).update({"left_at": NOW})
    session.flush()
    study.passes(timedelta(minutes=1))
    outcome = study.undoes(turn)
    assert isinstance(outcome, Untouched)
    assert isinstance(outcome.current, Finished | NoDeck | NothingDue)
