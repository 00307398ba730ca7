"""What there is to say about an answer, and what the learner can still do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.grading.grade import Rule, Verdict
from bot.core.scheduling import TurnKind
from bot.services.outcomes import Act, Acts, Feedback, Ruling

if TYPE_CHECKING:
    from datetime import date

    from bot.core.card import Card
    from bot.core.grading.grade import Grade
    from bot.core.scheduling import Memory
    from db import models


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
