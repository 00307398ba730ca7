"""Which time of day a typed text means: "20:30", "8.30pm", "raat 8", "साढ़े ८ बजे"."""

from __future__ import annotations

import re
from datetime import time
from typing import TYPE_CHECKING

from bot.services.typed import plain

if TYPE_CHECKING:
    from collections.abc import Collection

DAY_MINUTES = 24 * 60

_NUMBER = re.compile(r"(?<!\d)(?:(\d\d)(\d\d)|(\d{1,2})(?:(?: ?[:.] ?| |h)(\d\d))?)(?!\d)")
_MORNING, _AFTERNOON = range(12), range(12, 24)
_NOON, _EVENING, _NIGHT = range(11, 18), range(15, 24), (*range(18, 24), *range(6))
_PARTS: dict[str, Collection[int]] = {
    **dict.fromkeys(("am", "subah", "subha", "savere", "morning", "सुबह", "सवेरे"), _MORNING),
    **dict.fromkeys(("pm",), _AFTERNOON),
    **dict.fromkeys(("dopahar", "dopehar", "noon", "afternoon", "दोपहर"), _NOON),
    **dict.fromkeys(("shaam", "sham", "shyam", "evening", "शाम"), _EVENING),
    **dict.fromkeys(("raat", "rat", "night", "रात"), _NIGHT),
}
_PARTS = {plain(word): hours for word, hours in _PARTS.items()}
"""The hours that a part of the day can mean."""
_SHIFTS = {plain(word): shift for word, shift in {
    "sadhe": 30, "saadhe": 30, "साढ़े": 30, "sava": 15, "sawa": 15, "सवा": 15, "paune": -15, "पौने": -15,
}.items()}  # fmt: skip
"""Minutes that a word before the hour adds: half past, quarter past, quarter to."""
_FILLERS = frozenset(map(plain, (
    "at", "by", "around", "in", "the", "every", "day", "daily", "oclock", "hrs",
    "baje", "bje", "ko", "me", "mein", "roz", "har", "din", "बजे", "को", "में", "रोज़", "रोज", "हर", "दिन",
)))  # fmt: skip


def readings(text: str) -> tuple[time, ...]:
    """The times of day that the text can mean, the likeliest first; none if it is not a time.

    Without a part of the day the hour is read on a 24-hour clock first, then on the other half of the day.
    """
    typed = plain(text)
    found = _NUMBER.search(typed)
    if found is None:
        return ()
    words = re.sub("[.,'’]", "", f"{typed[: found.start()]} {typed[found.end() :]}").split()
    if not all(word in _PARTS or word in _SHIFTS or word in _FILLERS for word in words):
        return ()
    hour, minute = int(found[1] or found[3]), int(found[2] or found[4] or 0)
    shifts = [_SHIFTS[word] for word in words if word in _SHIFTS]
    if hour > 23 or minute > 59 or len(shifts) > 1 or (shifts and minute):
        return ()
    halves = (hour, (hour + 12) % 24) if 1 <= hour <= 12 else (hour,)
    meant = [half for half in halves if all(half in _PARTS[word] for word in words if word in _PARTS)]
    return tuple(time(*divmod((half * 60 + minute + sum(shifts)) % DAY_MINUTES, 60)) for half in meant)
