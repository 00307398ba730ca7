"""What there is to say about an answer, and what the learner can still do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.grading.grade import Rule, Verdict
from bot.core.scheduling import EventType, TurnKind, newest_standing
from bot.services.log import events
from bot.services.outcomes import Act, Acts, Feedback, Ruling
from db import reviews

if TYPE_CHECKING:
    from datetime import date, datetime

    from bot.core.card import Card
    from bot.core.grading.grade import Grade
    from bot.core.scheduling import Event, Memory
    from bot.services.who import Who
    from db import Session, models


def feedback_on(
    turn: models.Turn,
    card: Card,
    judged: Grade,
    quality: int | None,
    memory: Memory,
    day: date,
    *,
    tries: int = 1,
    ruling: Ruling | None = None,
    changed: bool = False,
) -> Feedback:
    """The verdict on a turn's answer, with what it means for the card's schedule."""
    kind = TurnKind(turn.kind)
    scheduled = kind is TurnKind.REVIEW and quality is not None and memory.due is not None
    return Feedback(
        turn=turn.id,
        card=card,
        kind=kind,
        grade=judged,
        quality=quality,
        days=max(0, (memory.due - day).days) if scheduled and memory.due else None,
        again_today=quality is not None and memory.drill_day == day,
        tries=tries,
        hinted=turn.hints > 0,
        ruling=ruling,
        changed=changed,
    )


def acts_about(said: Feedback) -> Acts:
    """The buttons that belong to an answer: what is likely at once, the rest behind the dots."""
    if said.ruling is not None:
        return Acts(said.turn, (Act.UNDO_RULING,))
    if said.grade.rule is Rule.SELF:
        return Acts(said.turn, (Act.I_WAS_RIGHT, Act.I_WAS_WRONG, Act.UNDO))
    if said.grade.rule is Rule.GIVE_UP:
        return Acts(said.turn, (Act.UNDO,))
    if said.again_now or said.grade.verdict is Verdict.WRONG:
        return Acts(said.turn, (Act.I_WAS_RIGHT, Act.UNDO))
    if said.grade.verdict is Verdict.CLOSE:
        return Acts(said.turn, (Act.I_WAS_RIGHT, Act.UNDO), (Act.I_WAS_WRONG,))
    easy = (Act.TOO_EASY,) if said.kind is TurnKind.REVIEW and said.quality != 5 else ()
    return Acts(said.turn, (Act.UNDO,), (Act.I_WAS_WRONG, *easy))


def newest_undoable(session: Session, who: Who, now: datetime) -> Acts | None:
    """What Undo would take back now: the open question's first try, or the study day's newest standing event."""
    current = reviews.open_turn(session, who.learner)
    if current is not None and reviews.attempts(session, current.turn.id):
        return Acts(current.turn.id, (Act.UNDO,))
    newest = newest_event(session, who, who.day(now))
    if newest is None:
        return None
    return Acts(newest.turn, (Act.UNDO_RULING if newest.type is EventType.OVERRULE else Act.UNDO,))


def newest_event(session: Session, who: Who, day: date) -> Event | None:
    """The study day's newest answer or overrule that stands."""
    return newest_standing(events((row, kind) for row, kind in reviews.log_of_day(session, who.learner, day)))
