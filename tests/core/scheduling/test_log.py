"""What a log adds up to: undo, overrule, regrade, and the fold into a memory."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.scheduling import (
    I_WAS_RIGHT,
    Event,
    EventType,
    Memory,
    TurnKind,
    drill,
    fold,
    newest_standing,
    review,
    standing_answers,
)

DAY = date(2026, 3, 1)
REVIEW, DRILL, PRACTICE = TurnKind


class Log:
    """A learner's log of one card, written as a story."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def answers(self, quality: int, kind: TurnKind = REVIEW, day: date = DAY) -> Event:
        number = len(self.events) + 1
        return self._write(Event(number, EventType.ANSWER, kind, number, None, quality, day))

    def overrules(self, answer: Event, quality: int, type_: EventType = EventType.OVERRULE) -> Event:
        number = len(self.events) + 1
        return self._write(replace(answer, id=number, type=type_, refers_to=answer.id, quality=quality))

    def regrades(self, answer: Event, quality: int) -> Event:
        return self.overrules(answer, quality, EventType.REGRADE)

    def undoes(self, event: Event | None = None) -> Event:
        event = event or newest_standing(self.events)
        assert event is not None
        number = len(self.events) + 1
        return self._write(replace(event, id=number, type=EventType.UNDO, refers_to=event.id, quality=0))

    def _write(self, event: Event) -> Event:
        self.events.append(event)
        return event


answers = st.lists(st.tuples(st.integers(0, 5), st.sampled_from(TurnKind), st.integers(0, 40)), max_size=12)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("answer"), st.integers(0, 5), st.sampled_from(TurnKind)),
        st.tuples(st.just("overrule"), st.integers(0, 5), st.sampled_from(TurnKind)),
        st.tuples(st.just("regrade"), st.integers(0, 5), st.sampled_from(TurnKind)),
        st.tuples(st.just("undo"), st.just(0), st.just(REVIEW)),
    ),
    max_size=14,
)


def written(story: list[tuple[str, int, TurnKind]]) -> Log:
    """A log as the bot would write it: overrules and regrades of a standing answer, undos of the newest event."""
    log = Log()
    for number, (step, quality, kind) in enumerate(story):
        standing = standing_answers(log.events)
        if step == "answer":
            log.answers(quality, kind, DAY + timedelta(days=number))
        elif step == "undo" and newest_standing(log.events):
            log.undoes()
        elif step == "overrule" and standing:
            log.overrules(standing[-1].event, quality)
        elif step == "regrade" and standing:
            log.regrades(standing[0].event, quality)
    return log


def test_the_words_of_the_log_are_fixed() -> None:
    """Event types and turn kinds are stored by these words, so they never change."""
    assert [*EventType] == ["answer", "overrule", "undo", "regrade"]
    assert [*TurnKind] == ["review", "drill", "practice"]


def test_an_empty_log_is_a_new_card() -> None:
    """Without answers there is nothing to undo and the memory is that of a new card."""
    assert (fold([]), standing_answers([]), newest_standing([])) == (Memory(), (), None)


@given(answers)
def test_the_fold_is_the_answers_one_by_one(history: list[tuple[int, TurnKind, int]]) -> None:
    """Replaying a log gives the memory that grew answer by answer; practice moves nothing."""
    log, memory, day = Log(), Memory(), DAY
    for quality, kind, days in history:
        day += timedelta(days=days)
        log.answers(quality, kind, day)
        if kind is REVIEW:
            memory = review(memory, quality, day)
        elif kind is DRILL:
            memory = drill(memory, quality)
        assert fold(log.events) == memory


@given(steps)
def test_undo_leaves_the_log_as_if_it_had_not_happened(story: list[tuple[str, int, TurnKind]]) -> None:
    """Taking the newest event back gives the memory, the answers and the next undo of the log without it."""
    log = written(story)
    newest = newest_standing(log.events)
    if newest is None:
        return
    without = [event for event in log.events if newest.id not in (event.id, event.refers_to)]
    log.undoes()
    assert fold(log.events) == fold(without)
    assert standing_answers(log.events) == standing_answers(without)
    assert newest_standing(log.events) == newest_standing(without)


@given(steps)
def test_undoing_everything_ends_at_a_new_card(story: list[tuple[str, int, TurnKind]]) -> None:
    """Undo can be repeated until nothing of the learner's is left, and each step takes exactly one event."""
    log = written(story)
    left = sum(event.type in (EventType.ANSWER, EventType.OVERRULE) for event in log.events)
    left -= sum(event.type is EventType.UNDO for event in log.events)
    while newest_standing(log.events):
        log.undoes()
        left -= 1
    assert left == 0
    assert fold(log.events) == Memory()


@given(steps, st.integers(0, 5), st.integers(0, 20))
def test_an_overrule_is_as_if_that_quality_had_been_given(
    story: list[tuple[str, int, TurnKind]], quality: int, which: int
) -> None:
    """Whichever standing answer is overruled, the memory is that of a log in which it had scored so at once."""
    log = written(story)
    standing = standing_answers(log.events)
    if not standing:
        return
    answer = standing[which % len(standing)].event
    as_if = [
        replace(event, quality=quality) if event.id == answer.id else event
        for event in log.events
        if event.refers_to != answer.id or event.type is EventType.UNDO
    ]
    ruling = log.overrules(answer, quality)
    assert fold(log.events) == fold(as_if)
    assert standing_answers(log.events)[which % len(standing)].ruled_by == ruling


def test_i_was_right_repairs_everything_and_the_log_keeps_both() -> None:
    """After a slip, "I was right" gives the memory of a right answer; a second tap changes nothing (A5)."""
    slip, right = Log(), Log()
    for day in (DAY, DAY + timedelta(days=1)):
        slip.answers(4, day=day)
        right.answers(4, day=day)
    wrong = slip.answers(1, day=DAY + timedelta(days=7))
    right.answers(I_WAS_RIGHT, day=DAY + timedelta(days=7))
    assert fold(slip.events).lapses == 1
    slip.overrules(wrong, I_WAS_RIGHT)
    assert fold(slip.events) == fold(right.events) == Memory(250, 15, 3, DAY + timedelta(days=22))
    assert [event.quality for event in slip.events] == [4, 4, 1, 4]
    slip.overrules(wrong, I_WAS_RIGHT)
    assert fold(slip.events) == fold(right.events)


def test_a_drill_answered_before_the_overrule_stays_harmless() -> None:
    """When a fail is overruled after its drill, the drill that should not have been asked leaves no trace."""
    log = Log()
    wrong = log.answers(1)
    log.answers(2, DRILL)
    log.overrules(wrong, 5)
    assert fold(log.events) == review(Memory(), 5, DAY)


@pytest.mark.parametrize("ruled", ["overrule", "regrade"])
def test_the_newest_ruling_holds(ruled: str) -> None:
    """Of several rulings on one answer the newest standing one gives its quality, the learner's or the instructor's."""
    log = Log()
    answer = log.answers(1)
    log.overrules(answer, 4)
    newest = log.regrades(answer, 5) if ruled == "regrade" else log.overrules(answer, 5)
    assert [(a.quality, a.ruled_by) for a in standing_answers(log.events)] == [(5, newest)]


def test_a_regrade_is_not_the_learners_to_undo() -> None:
    """Undo passes over the instructor's regrade: it takes the answer back, and the regrade goes with it."""
    log = Log()
    answer = log.answers(1)
    log.regrades(answer, 4)
    assert newest_standing(log.events) == answer
    log.undoes()
    assert (fold(log.events), newest_standing(log.events)) == (Memory(), None)


def test_a_regrade_counts_on_the_answers_own_day() -> None:
    """An answer accepted weeks later is scheduled from the day it was given, and later answers follow from it."""
    log = Log()
    answer = log.answers(1, day=DAY)
    log.answers(4, day=DAY + timedelta(days=1))
    log.regrades(answer, 4)
    assert fold(log.events) == Memory(250, 6, 2, DAY + timedelta(days=7))


def test_undoing_an_overrule_leaves_the_answer() -> None:
    """The overrule goes first, by itself, and the answer has its own quality again; then the answer goes."""
    log = Log()
    answer = log.answers(1)
    overrule = log.overrules(answer, 4)
    assert newest_standing(log.events) == overrule
    log.undoes()
    assert fold(log.events) == review(Memory(), 1, DAY)
    assert newest_standing(log.events) == answer


def test_an_undo_can_not_be_undone() -> None:
    """An undo that names an undo brings nothing back."""
    log = Log()
    log.answers(4)
    undo = log.undoes()
    log.undoes(undo)
    assert fold(log.events) == Memory()
    assert standing_answers(log.events) == ()


def test_an_undo_of_nothing_takes_nothing() -> None:
    """An undo that names no event leaves every answer standing and to be undone."""
    log = Log()
    answer = log.answers(4)
    log.events.append(replace(answer, id=2, type=EventType.UNDO, quality=0))
    assert newest_standing(log.events) == answer
    assert fold(log.events).repetitions == 1


def test_an_overrule_falls_with_its_answer() -> None:
    """When an answer was taken back under its overrule, there is nothing left to undo."""
    log = Log()
    answer = log.answers(1)
    log.overrules(answer, 4)
    log.undoes(answer)
    assert newest_standing(log.events) is None
    assert fold(log.events) == Memory()


def test_failed_drills_are_no_lapses() -> None:
    """One fail of a known card is one lapse, and eight failed drills in the same evening add none (N11)."""
    log = Log()
    log.answers(4, day=DAY)
    log.answers(1, day=DAY + timedelta(days=1))
    failed = fold(log.events)
    for _ in range(8):
        log.answers(0, DRILL, DAY + timedelta(days=1))
    assert failed.lapses == 1
    assert fold(log.events) == failed


def test_the_cap_reaches_every_answer() -> None:
    """A fold's cap is the cap of its reviews."""
    log = Log()
    for number in range(12):
        log.answers(5, day=DAY + timedelta(days=400 * number))
    assert fold(log.events).interval == 365
    assert fold(log.events, cap=10).interval == 10
    assert fold(log.events, cap=None).interval > 4000
