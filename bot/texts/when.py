"""How a time of day and a date are said in each language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babel.dates import format_date

from bot.texts import plain

if TYPE_CHECKING:
    from datetime import date, time

# From which hour on, and the messages for a clock's time and for an appointment. Hindi names the part of the day;
# English tells am from pm by it, so the night has two parts.
_PARTS_OF_DAY = (
    (19, "clock-night", "hour-night"),
    (16, "clock-evening", "hour-evening"),
    (12, "clock-noon", "hour-noon"),
    (4, "clock-morning", "hour-morning"),
    (0, "clock-small-hours", "hour-small-hours"),
)
_LOCALES = {"en": "en", "hi": "hi", "hi-Latn": "hi_Latn"}


def clock(at: time, language: str) -> str:
    """The time as a clock shows it: "9:14 pm", in Hindi "रात 9:14"."""
    key = next(key for start, key, _ in _PARTS_OF_DAY if at.hour >= start)
    return plain(language, key, time=f"{_twelve(at)}:{at.minute:02}")


def hour(at: time, language: str) -> str:
    """The time as one says it for an appointment: "8 pm", in Hinglish "raat 8 baje"."""
    key = next(key for start, _, key in _PARTS_OF_DAY if at.hour >= start)
    return plain(language, key, time=f"{_twelve(at)}:{at.minute:02}" if at.minute else str(_twelve(at)))


def day(on: date, language: str) -> str:
    """Weekday, day and month: "Wednesday, 2 December"."""
    return format_date(on, "EEEE, d MMMM", locale=_LOCALES[language])


def _twelve(at: time) -> int:
    return at.hour % 12 or 12
