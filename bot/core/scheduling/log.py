"""What the answer log says: which answers stand, at which quality, and the memory that follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.core.scheduling.memory import CAP, Memory, drill, review

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date


class EventType(StrEnum):
    """What happened."""

    ANSWER = "answer"
    """A turn was answered, or given up."""
    OVERRULE = "overrule"
    """The learner replaced an answer's quality."""
    UNDO = "undo"
    """The learner took an answer or an overrule back."""
    REGRADE = "regrade"
    """The instructor's change to a card replaced an answer's quality."""


class TurnKind(StrEnum):
    """Why a card was asked."""

    REVIEW = "review"
    """It was due, or new: the answer is scheduled."""
    DRILL = "drill"
    """It scored below 4 earlier that day."""
    PRACTICE = "practice"
    """The learner wanted to: the answer moves nothing."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log, never changed after it is written.

    `id` grows along the log and `kind` is that of the turn. `refers_to` is an event's id: the answer's for an
    overrule or a regrade, that of the event taken back for an undo, None for an answer. `quality` is 0 for an undo.
    """

    id: int
    type: EventType
    kind: TurnKind
    turn: int
    refers_to: int | None
    quality: int
    study_day: date


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that was not taken back, with the quality it has now and the event that ruled so, if any did."""

    event: Event
    quality: int
    ruled_by: Event | None


def standing_answers(events: Sequence[Event]) -> tuple[Answer, ...]:
    """The answers that count, in log order, each at the quality of its newest standing overrule or regrade.

    `events` are in id order. An undo can't itself be undone.
    """
    gone = _taken_back(events)
    rulings = {
        event.refers_to: event
        for event in events
        if event.type in (EventType.OVERRULE, EventType.REGRADE) and event.id not in gone
    }
    return tuple(
        _answer(event, rulings.get(event.id))
        for event in events
        if event.type is EventType.ANSWER and event.id not in gone
    )


def newest_standing(events: Sequence[Event]) -> Event | None:
    """The newest of the learner's own answers and overrules that was not taken back: what Undo would take back.

    `events` are in id order. An overrule of an answer that was taken back doesn't stand.
    """
    gone = _taken_back(events)
    return next(
        (
            event
            for event in reversed(events)
            if event.type in (EventType.ANSWER, EventType.OVERRULE)
            and event.id not in gone
            and event.refers_to not in gone
        ),
        None,
    )


def fold(events: Sequence[Event], *, cap: int | None = CAP) -> Memory:
    """The memory that one learner's log of one card, in id order, adds up to.

    An answer counts on its own study day even when it was overruled later. Practice changes nothing.
    """
    memory = Memory()
    for answer in standing_answers(events):
        if answer.event.kind is TurnKind.REVIEW:
            memory = review(memory, answer.quality, answer.event.study_day, cap=cap)
        elif answer.event.kind is TurnKind.DRILL:
            memory = drill(memory, answer.quality)
    return memory


def _taken_back(events: Sequence[Event]) -> frozenset[int]:
    undone = (event.refers_to for event in events if event.type is EventType.UNDO)
    return frozenset(id_ for id_ in undone if id_ is not None)


def _answer(event: Event, ruling: Event | None) -> Answer:
    return Answer(event, event.quality if ruling is None else ruling.quality, ruling)
