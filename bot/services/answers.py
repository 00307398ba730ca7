"""Answering the open question: graded, logged, scheduled, and the next question asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.core.cardtext import from_text
from bot.core.grading import GRADER_VERSION, grade
from bot.core.grading.grade import Grade, Rule, Verdict, to_reason
from bot.core.scheduling import GAVE_UP, Tried, TurnKind, quality_of
from bot.services.feedback import acts_about, feedback_on, newest_undoable
from bot.services.log import record_answer, remembered
from bot.services.outcomes import (
    CardChanged,
    HintShown,
    NotCounted,
    NothingOpen,
    NothingSaid,
    Turned,
    Untouched,
    Why,
)
from bot.services.questions import Moment, advance, ask, join_sitting
from bot.services.waiting import waiting_count
from db import learners, models, reviews

if TYPE_CHECKING:
    from datetime import datetime

    from bot.core.card import Card
    from bot.core.grading import PreparedDeck
    from bot.services.shelf import Shelf
    from bot.services.who import Who
    from db import Session
    from db.reviews import Posed

TRIES = 2
"""A close short answer is asked to be more specific once."""
JUST_NOW = timedelta(seconds=3)
"""A question opened so recently stands at the chat's end, or is on its way there."""
DOUBLE_TAP = timedelta(seconds=1)
"""Two taps on one button that reach the bot so near to each other were meant as one."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text as the learner sent it: `at` is the message's own date."""

    text: str
    message_id: int
    at: datetime


def prompt_message(session: Session, who: Who) -> int | None:
    """The message in which the open question stands, None when none is open or it is still on its way."""
    return reviews.open_ids(session, who.learner)[1]


def begin(session: Session, who: Who, moment: Moment) -> Turned:
    """Show the open question again, or ask the next one."""
    posed = reviews.open_turn(session, who.learner)
    if posed is None:
        return advance(session, who, moment)
    if posed.gone:
        return _go_on_without(session, who, posed, moment)
    if _stale_drill(session, who, posed, moment):
        reviews.close_turn(session, posed.turn, "withdrawn")
        return advance(session, who, moment)
    join_sitting(session, who, posed.turn, moment)
    return ask(session, who, posed)


def begin_by_button(session: Session, who: Who, now: datetime) -> Turned | Untouched:
    """As `begin`; the second tap of a double one finds the question on its way already."""
    if _opened_within(DOUBLE_TAP, reviews.open_turn(session, who.learner), now):
        return Untouched(Why.ALREADY, None)
    return begin(session, who, Moment(now, now))


def answer(session: Session, who: Who, said: Said, shelf: Shelf, now: datetime) -> Turned | NothingOpen:
    """Judge a text as the answer to the open question, if it was typed after that question stood in the chat."""
    moment = Moment(said.at, now)
    posed = reviews.open_turn(session, who.learner)
    if posed is None:
        due = sum(waiting_count(session, who, who.day(said.at)))
        return NothingOpen(due, stranger=not learners.is_known(session, who.learner))
    if posed.gone or posed.version is None:
        return _go_on_without(session, who, posed, moment)
    if not _stood(posed.turn, said):
        return ask(session, who, posed, NotCounted())
    card = from_text(posed.content)
    judged = _grade(session, posed, card, said.text, shelf.deck(posed.version))
    if judged.rule is Rule.EMPTY:
        return ask(session, who, posed, NothingSaid())
    return _judged(session, who, posed, card, said, judged, moment)


def give_up(session: Session, who: Who, turn: int, now: datetime) -> Turned | Untouched:
    """ "I don't know", by button: the answer is shown and the card comes back today."""
    posed = reviews.open_turn(session, who.learner)
    if posed is None or posed.turn.id != turn:
        return untouched(session, who, now)
    return _given_up(session, who, posed, Said("", 0, now), now)


def give_up_typed(session: Session, who: Who, said: Said, now: datetime) -> Turned:
    """ "I don't know", by command: about the question that stood in the chat when it was typed."""
    posed = reviews.open_turn(session, who.learner)
    if posed is None:
        return begin(session, who, Moment(said.at, now))
    if not posed.gone and not _stood(posed.turn, said):
        return ask(session, who, posed, NotCounted())
    return _given_up(session, who, posed, said, now)


def hint(session: Session, who: Who, turn: int, now: datetime) -> Turned | Untouched:
    """Show the open question's hint."""
    posed = reviews.open_turn(session, who.learner)
    if posed is None or posed.turn.id != turn:
        return untouched(session, who, now)
    if posed.gone:
        return _go_on_without(session, who, posed, Moment(now, now))
    if posed.turn.hints or not from_text(posed.content).hint:
        return Untouched(Why.ALREADY, None)
    return _hinted(session, who, posed, now)


def hint_typed(session: Session, who: Who, said: Said, now: datetime) -> Turned:
    """The hint of the question that stood in the chat when it was asked for; without a hint, that question again."""
    posed = reviews.open_turn(session, who.learner)
    if posed is None or posed.gone or not from_text(posed.content).hint:
        return begin(session, who, Moment(said.at, now))
    if not _stood(posed.turn, said):
        return ask(session, who, posed, NotCounted())
    return _hinted(session, who, posed, now)


def untouched(session: Session, who: Who, now: datetime) -> Untouched:
    """A tap changed nothing: the current question is shown again, unless it was put into the chat just now."""
    posed = reviews.open_turn(session, who.learner)
    if _opened_within(JUST_NOW, posed, now):
        return Untouched(Why.ALREADY, None)
    return Untouched(Why.OLD, begin(session, who, Moment(now, now)))


def count(
    session: Session, who: Who, posed: Posed, card: Card, judged: Grade, quality: int, moment: Moment
) -> Turned:
    """Put the answer into the log, move the memory on, close the turn and go on to the next question."""
    day = who.day(moment.at)
    memory = record_answer(session, posed.turn, quality, day, moment.at)
    reviews.close_turn(session, posed.turn, "answered")
    said = feedback_on(posed.turn, card, judged, quality, memory, day, tries=posed.tries)
    return advance(session, who, moment, said, acts_about(said), last=posed)


def _opened_within(span: timedelta, posed: Posed | None, now: datetime) -> bool:
    return posed is not None and now - posed.turn.opened_at < span


def _go_on_without(session: Session, who: Who, posed: Posed, moment: Moment) -> Turned:
    """The open question's card or deck is no longer there: it is withdrawn, and the next one asked."""
    reviews.close_turn(session, posed.turn, "withdrawn")
    return advance(session, who, moment, CardChanged())


def _hinted(session: Session, who: Who, posed: Posed, now: datetime) -> Turned:
    posed.turn.hints = 1
    session.flush()
    return ask(session, who, posed, HintShown(), newest_undoable(session, who, now))


def _given_up(session: Session, who: Who, posed: Posed, said: Said, now: datetime) -> Turned:
    moment = Moment(said.at, now)
    if posed.gone:
        return _go_on_without(session, who, posed, moment)
    _settle(session, who, posed.turn, moment)
    judged = Grade(Verdict.WRONG, Rule.GIVE_UP)
    tried = _note_attempt(session, posed, said, judged)
    return count(session, who, tried, from_text(posed.content), judged, GAVE_UP, moment)


def _judged(
    session: Session, who: Who, posed: Posed, card: Card, said: Said, judged: Grade, moment: Moment
) -> Turned:
    turn = posed.turn
    _settle(session, who, turn, moment)
    tried = _note_attempt(session, posed, said, judged)
    quality = (
        GAVE_UP
        if judged.rule is Rule.GIVE_UP
        else quality_of(
            Tried(
                verdict=judged.verdict,
                tries=min(tried.tries, TRIES),
                hinted=turn.hints > 0,
                is_long=card.is_long,
                delay=max(said.at - turn.sent_at, timedelta()) if turn.sent_at else None,
                prompt_chars=turn.prompt_chars or 0,
            )
        )
    )
    if quality is None:
        again = feedback_on(
            turn, card, judged, None, remembered(session, who.learner, turn.card), who.day(said.at)
        )
        return ask(session, who, tried, again, acts_about(again))
    return count(session, who, tried, card, judged, quality, moment)


def _grade(session: Session, posed: Posed, card: Card, text: str, deck: PreparedDeck) -> Grade:
    """Judge a text; after a close first try it may be no more than what was missing ("cache", then "kv wala")."""
    judged = grade(card, text, deck)
    if judged.verdict is not Verdict.CLOSE or card.is_long:
        return judged
    former = reviews.attempts(session, posed.turn.id) if posed.tries else ()
    together = grade(card, f"{text} {former[-1].text}", deck) if former else judged
    return together if together.verdict is Verdict.RIGHT else judged


def _stood(turn: models.Turn, said: Said) -> bool:
    """Whether the text was typed after the turn's latest prompt stood in the chat."""
    if turn.prompt_message_id is not None:
        return said.message_id > turn.prompt_message_id
    return turn.first_tried_at is not None and said.at > turn.first_tried_at


def _stale_drill(session: Session, who: Who, posed: Posed, moment: Moment) -> bool:
    """Whether a repetition was left over from an earlier study day: those are dropped."""
    if posed.turn.kind != TurnKind.DRILL:
        return False
    return remembered(session, who.learner, posed.turn.card).drill_day != who.day(moment.at)


def _settle(session: Session, who: Who, turn: models.Turn, moment: Moment) -> None:
    """A question answered on a later study day is of that day: of its sitting, a repetition its review if one is due."""
    join_sitting(session, who, turn, moment)
    if turn.kind != TurnKind.DRILL:
        return
    memory = remembered(session, who.learner, turn.card)
    day = who.day(moment.at)
    if memory.drill_day != day and memory.due is not None and memory.due <= day:
        turn.kind = TurnKind.REVIEW.value
        session.flush()


def _note_attempt(session: Session, posed: Posed, said: Said, judged: Grade) -> Posed:
    """Keep the try as it was typed and judged; what was asked, tried once more."""
    tried = replace(posed, tries=posed.tries + 1)
    attempt = {
        "turn": posed.turn.id,
        "n": tried.tries,
        "message_id": said.message_id,
        "at": said.at,
        "text": said.text,
        "verdict": judged.verdict.value,
        "reason": to_reason(judged),
        "grader_version": GRADER_VERSION,
    }
    reviews.add_attempt(session, attempt)
    return tried
