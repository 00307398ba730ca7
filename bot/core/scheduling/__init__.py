"""When a card is asked again: memory, the answer log, study days, qualities, the queue and the learner's figures."""

from bot.core.scheduling.day import DAY_START, next_nudge, nominal_date, nudge_instant, study_day
from bot.core.scheduling.log import (
    Answer,
    Event,
    EventType,
    TurnKind,
    fold,
    newest_standing,
    standing_answers,
)
from bot.core.scheduling.memory import CAP, Memory, drill, review
from bot.core.scheduling.quality import GAVE_UP, I_WAS_RIGHT, I_WAS_WRONG, TOO_EASY, Tried, quality_of
from bot.core.scheduling.queue import Drill, Waiting, next_card, plan
from bot.core.scheduling.stats import retention, streak

__all__ = [
    "CAP",
    "DAY_START",
    "GAVE_UP",
    "I_WAS_RIGHT",
    "I_WAS_WRONG",
    "TOO_EASY",
    "Answer",
    "Drill",
    "Event",
    "EventType",
    "Memory",
    "Tried",
    "TurnKind",
    "Waiting",
    "drill",
    "fold",
    "newest_standing",
    "next_card",
    "next_nudge",
    "nominal_date",
    "nudge_instant",
    "plan",
    "quality_of",
    "retention",
    "review",
    "standing_answers",
    "streak",
    "study_day",
]
