"""Second thoughts: overruling a verdict, undoing an answer, skipping today's repetitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from bot.core.cardtext import from_text
from bot.core.grading.grade import Grade, Rule, Verdict, from_reason
from bot.core.scheduling import (
    I_WAS_RIGHT,
    I_WAS_WRONG,
    TOO_EASY,
    EventType,
    TurnKind,
    standing_answers,
)
from bot.services.answers import JUST_NOW, begin, untouched
from bot.services.feedback import acts_about, feedback_on, newest_event, newest_undoable
from bot.services.log import append, events, remembered, replay
from bot.services.outcomes import (
    Act,
    DrillsSkipped,
    Feedback,
    Ruling,
    Turned,
    Undone,
    Unfolded,
    Untouched,
    Why,
)
from bot.services.questions import Moment, advance, ask, pose, prompt_of, sitting_for
from db import models, queue, reviews

if TYPE_CHECKING:
    from datetime import date, datetime

    from bot.services.who import Who
    from db import Session
    from db.reviews import Posed


def _worth(ruling: Ruling) -> int:
    match ruling:
        case Ruling.I_WAS_RIGHT:
            return I_WAS_RIGHT
        case Ruling.I_WAS_WRONG:
            return I_WAS_WRONG
        case Ruling.TOO_EASY:
            return TOO_EASY
        case _:
            assert_never(ruling)


CLOSE_BUT_RIGHT = 2
"""The quality logged for a close first try that the learner overrules at once: as if it had stayed close."""


def overrule(session: Session, who: Who, turn: int, ruling: Ruling, now: datetime) -> Turned | Untouched:
    """The learner's own verdict on a turn's answer replaces the grader's; the log keeps both.

    It acts while that answer is its card's newest standing one, or on a close first try that stands open.
    """
    posed = reviews.turn_of(session, who.learner, turn)
    if posed is None:
        return Untouched(Why.NOT_YOURS, untouched(session, who, now).current)
    day = who.day(now)
    if posed.turn.state == "open" and reviews.attempts(session, turn) and ruling is Ruling.I_WAS_RIGHT:
        append(session, posed.turn, EventType.ANSWER, CLOSE_BUT_RIGHT, day, now)
        reviews.close_turn(session, posed.turn, "answered")
    answers = standing_answers(events(_log(session, who, posed.turn.card)))
    if not answers or answers[-1].event.turn != turn:
        return untouched(session, who, now)
    newest = answers[-1]
    if newest.quality == _worth(ruling) and newest.ruled_by is not None:
        return Untouched(Why.ALREADY, None)
    append(session, posed.turn, EventType.OVERRULE, _worth(ruling), day, now, newest.event.id)
    return _after_change(session, who, posed, ruling, now)


def undo(session: Session, who: Who, turn: int, now: datetime) -> Turned | Untouched:
    """Take back a turn's answer, or its first try; its question stands open again."""
    current = reviews.open_turn(session, who.learner)
    if current is not None and current.turn.id == turn and reviews.attempts(session, turn):
        return untouched(session, who, now) if current.gone else _ask_again(session, who, current, now)
    day = who.day(now)
    newest = newest_event(session, who, day)
    if newest is None or newest.type is not EventType.ANSWER or newest.turn != turn:
        return untouched(session, who, now)
    posed = reviews.turn_of(session, who.learner, turn)
    if posed is None or posed.gone:
        return untouched(session, who, now)
    append(session, posed.turn, EventType.UNDO, 0, day, now, newest.id)
    replay(session, who.learner, posed.turn.card)
    if current is not None:
        reviews.close_turn(session, current.turn, "withdrawn")
    return _ask_again(session, who, posed, now)


def undo_ruling(session: Session, who: Who, turn: int, now: datetime) -> Turned | Untouched:
    """Take back the learner's overrule of a turn's answer; the open question stays.

    An answer that was counted only because a close first try was overruled is taken back with it.
    """
    day = who.day(now)
    newest = newest_event(session, who, day)
    posed = reviews.turn_of(session, who.learner, turn)
    if posed is None or newest is None or newest.type is not EventType.OVERRULE or newest.turn != turn:
        taken_back = posed is not None and _taken_back_just_now(session, who, posed.turn, now)
        return Untouched(Why.ALREADY, None) if taken_back else untouched(session, who, now)
    append(session, posed.turn, EventType.UNDO, 0, day, now, newest.id)
    if not posed.gone and _counted_by_ruling(session, who, posed.turn):
        return undo(session, who, turn, now)
    return _after_change(session, who, posed, None, now)


def undo_newest(session: Session, who: Who, now: datetime) -> Turned | Untouched:
    """Take back whatever came last today: a first try, an overrule or an answer; else show where things stand."""
    acts = newest_undoable(session, who, now)
    if acts is None:
        return begin(session, who, Moment(now, now))
    take_back = undo_ruling if Act.UNDO_RULING in acts.shown else undo
    return take_back(session, who, acts.turn, now)


def skip_drills(session: Session, who: Who, turn: int, now: datetime) -> Turned | Untouched:
    """Put off all of today's repetitions; the cards are due again tomorrow anyway."""
    current = reviews.open_turn(session, who.learner)
    if current is None or current.turn.id != turn or current.turn.kind != TurnKind.DRILL:
        return untouched(session, who, now)
    day = who.day(now)
    cards = queue.pending_drills(session, who.learner, day)
    reviews.skip_drills(session, who.learner, cards, day)
    reviews.close_turn(session, current.turn, "withdrawn")
    return advance(
        session, who, Moment(now, now), DrillsSkipped(len(cards)), newest_undoable(session, who, now)
    )


def unfold(session: Session, who: Who, turn: int, now: datetime) -> Unfolded | Untouched:
    """The acts behind the three dots, while they still apply."""
    posed = reviews.turn_of(session, who.learner, turn)
    said = _standing_feedback(session, who, posed, None, who.day(now)) if posed is not None else None
    if said is None:
        return untouched(session, who, now)
    current = reviews.open_turn(session, who.learner)
    return Unfolded(prompt_of(session, current) if current else None, acts_about(said))


def _log(session: Session, who: Who, card: int) -> list[tuple[models.Event, str]]:
    return [(row, kind) for row, kind in reviews.log_of_card(session, who.learner, card)]


def _taken_back_just_now(session: Session, who: Who, turn: models.Turn, now: datetime) -> bool:
    """Whether the newest thing about the turn's card is that something of the turn was taken back, a moment ago."""
    rows = _log(session, who, turn.card)
    if not rows:
        return False
    newest = rows[-1][0]
    return newest.type == EventType.UNDO and newest.turn == turn.id and now - newest.at < JUST_NOW


def _standing_feedback(
    session: Session, who: Who, posed: Posed, ruling: Ruling | None, day: date, *, changed: bool = False
) -> Feedback | None:
    """What there is to say about a turn's answer, while it is its card's newest standing one."""
    turn = posed.turn
    answers = standing_answers(events(_log(session, who, turn.card)))
    if not answers or answers[-1].event.turn != turn.id:
        return None
    tries = reviews.attempts(session, turn.id)
    judged = from_reason(tries[-1].verdict, tries[-1].reason) if tries else Grade(Verdict.WRONG, Rule.GIVE_UP)
    if ruling is None and (by := answers[-1].ruled_by) is not None and by.type is EventType.OVERRULE:
        ruling = next(one for one in Ruling if _worth(one) == by.quality)
    return feedback_on(
        turn,
        from_text(posed.content),
        judged,
        answers[-1].quality,
        replay(session, who.learner, turn.card),
        day,
        tries=len(tries),
        ruling=ruling,
        changed=changed,
    )


def _after_change(session: Session, who: Who, posed: Posed, ruling: Ruling | None, now: datetime) -> Turned:
    """Replay the card, and show the changed verdict above the open question."""
    day = who.day(now)
    session.flush()
    said = _standing_feedback(session, who, posed, ruling, day, changed=True)
    acts = acts_about(said) if said is not None else None
    current = reviews.open_turn(session, who.learner)
    if current is not None and current.turn.card == posed.turn.card and _moot(session, who, current, day):
        reviews.close_turn(session, current.turn, "withdrawn")
        current = None
    if current is None:
        return advance(session, who, Moment(now, now), said, acts, last=posed)
    return ask(session, who, current, said, acts)


def _moot(session: Session, who: Who, posed: Posed, day: date) -> bool:
    """Whether the open question need not be asked today any more."""
    memory = remembered(session, who.learner, posed.turn.card)
    if posed.turn.kind == TurnKind.DRILL:
        return memory.drill_day != day
    return memory.due is not None and memory.due > day


def _counted_by_ruling(session: Session, who: Who, turn: models.Turn) -> bool:
    """Whether the turn's answer is a close first try that no ruling stands on any more: nothing else logs that."""
    newest = standing_answers(events(_log(session, who, turn.card)))[-1]
    return (
        newest.ruled_by is None
        and newest.quality == CLOSE_BUT_RIGHT
        and len(reviews.attempts(session, turn.id)) == 1
    )


def _ask_again(session: Session, who: Who, posed: Posed, now: datetime) -> Turned:
    """Withdraw the turn and open a new one for its card; a hint that was seen stays seen."""
    turn = posed.turn
    reviews.close_turn(session, turn, "withdrawn")
    session.flush()
    sitting = sitting_for(session, who, turn, Moment(now, now))
    again = pose(session, who, sitting, turn.card, TurnKind(turn.kind), now, hints=turn.hints)
    return ask(session, who, again, Undone(), newest_undoable(session, who, now))
