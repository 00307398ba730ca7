"""Which SM-2 quality a try earns, from its verdict, hints, number of tries and time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from bot.core.grading.grade import Verdict

GAVE_UP = 0
"""The quality of "I don't know"."""
I_WAS_RIGHT = 4
"""The learner overrules upwards, or says yes to a doubtful long answer."""
I_WAS_WRONG = 1
"""The learner overrules downwards."""
TOO_EASY = 5
"""The learner finds the card too easy."""

TYPING_TIME = timedelta(seconds=45)
"""In which a short answer is thought of and typed, once the question has been read."""
READING_SPEED = 15
"""Characters a second."""
PAUSE = timedelta(minutes=10)
"""After so long the learner was away: whether the answer came at once can't be told."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One graded try at a question.

    `tries` says which try this was, 1 or 2. `delay` is the time from the message with the question to the answer,
    None when it isn't known. `prompt_chars` is how long that message was.
    """

    verdict: Verdict
    tries: int
    hinted: bool
    is_long: bool
    delay: timedelta | None
    prompt_chars: int


def quality_of(tried: Tried) -> int | None:
    """The quality, 1 to 5, or None for a close short answer at its first try: it is asked to be more specific first.

    A long answer may take its time, up to a pause. An unknown delay counts as in good time.
    """
    match tried.verdict:
        case Verdict.RIGHT if tried.hinted or tried.tries > 1:
            return 3
        case Verdict.RIGHT:
            return 5 if _in_good_time(tried) else 4
        case Verdict.CLOSE if tried.is_long:
            return 3
        case Verdict.CLOSE:
            return 2 if tried.tries > 1 else None
        case Verdict.WRONG:
            return 1


def _in_good_time(tried: Tried) -> bool:
    if tried.delay is None:
        return True
    reading = timedelta(seconds=tried.prompt_chars) / READING_SPEED
    allowed = PAUSE if tried.is_long else min(PAUSE, TYPING_TIME + reading)
    return tried.delay <= allowed
