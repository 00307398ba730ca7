"""What a learner's memory of one card is, and how one answer changes it: SM-2 in integers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

CAP = 365
"""The longest interval in days; None switches it off."""

EASE_FLOOR = 130
"""SM-2's lowest ease, in hundredths."""

EASE_STEPS = {5: 10, 4: 0, 3: -14}
"""What a pass of each quality adds to the ease, in hundredths: 0.1 - (5 - q)(0.08 + (5 - q) 0.02)."""

FIRST_INTERVALS = (1, 6)
"""Days until the second and the third repetition; from then on interval times ease."""

PASS = 3
"""The lowest quality that counts as remembered."""

KNOWN = 4
"""The lowest quality that needs no drill on the same day."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A learner's memory of a card; the default is a card never answered.

    `ease_x100` is SM-2's easiness factor in hundredths, `interval` is in days, `repetitions` counts passes since
    the last fail, `due` is the study day of the next review, `drill_day` the study day on which the card still has
    to be repeated, `lapses` counts fails of a card that had been passed before.
    """

    ease_x100: int = 250
    interval: int = 0
    repetitions: int = 0
    due: date | None = None
    drill_day: date | None = None
    lapses: int = 0


def review(memory: Memory, quality: int, day: date, *, cap: int | None = CAP) -> Memory:
    """The memory after a scheduled answer of this quality (0 to 5) on this study day.

    Woźniak's thesis (1990), section 3.2: a pass changes the ease first and the interval by the new ease, rounded
    up; a fail keeps the ease and starts again at one day. The next due day counts from the answer, so a late
    answer is treated as one on time. `cap` is the longest interval in days, at least 1. Raises ValueError for any
    other quality.
    """
    _check(quality)
    if quality >= PASS:
        ease = max(EASE_FLOOR, memory.ease_x100 + EASE_STEPS[quality])
        interval = _next_interval(memory, ease)
        repetitions, lapses = memory.repetitions + 1, memory.lapses
    else:
        ease, interval, repetitions = memory.ease_x100, FIRST_INTERVALS[0], 0
        lapses = memory.lapses + (memory.repetitions >= 1)
    if cap is not None:
        interval = min(interval, cap)
    drill_day = day if quality < KNOWN else None
    return Memory(ease, interval, repetitions, _days_after(day, interval), drill_day, lapses)


def drill(memory: Memory, quality: int) -> Memory:
    """The memory after a same-day repetition: a quality of 4 or 5 ends the drill, nothing else ever changes.

    SuperMemo's rule for its final drill. Raises ValueError if the quality is not 0 to 5.
    """
    _check(quality)
    return replace(memory, drill_day=None) if quality >= KNOWN else memory


def _check(quality: int) -> None:
    if not 0 <= quality <= 5:
        raise ValueError(f"a quality is 0 to 5, not {quality}")


def _next_interval(memory: Memory, ease_x100: int) -> int:
    if memory.repetitions < len(FIRST_INTERVALS):
        return FIRST_INTERVALS[memory.repetitions]
    # Rounded up in integers: with floats 50 days times 3.00 comes to 151.
    return -(-memory.interval * ease_x100 // 100)


def _days_after(day: date, interval: int) -> date:
    # Without a cap some 20 passes reach the year 9999, where Python's dates end; "never again" is the last of them.
    return date.fromordinal(min(day.toordinal() + interval, date.max.toordinal()))
