"""What stands in a button's callback data: an action and a number, never text; and how buttons share a row.

What comes back is untrusted: anything but data that this module could have written reads as None.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.core.zones import COMMON_ZONES
from bot.services.outcomes import Act, Setting
from bot.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.chat.message import Button, Keyboard

NUDGE_OFF = -1
NUDGE_OTHER_TIME = -2
_LARGEST_ID = (1 << 63) - 1
_MINUTES = 24 * 60
_MOST_NEW = 9999
_ROW_WIDTH = 40
"""Characters that the buttons of a row may show together on a small phone, as they are equally wide."""

_ANY_ID = range(1, _LARGEST_ID + 1)
_NONE = range(1)
ACTIONS: dict[str, range] = {
    **{act.value: _ANY_ID for act in Act},
    "go": range(_LARGEST_ID + 1),
    "join": _ANY_ID,
    "leave": _ANY_ID,
    "review": _NONE,
    "decks": _NONE,
    "settings": _NONE,
    "stats": _NONE,
    "lang": range(len(LANGUAGES)),
    "set": range(len(Setting)),
    "nudge": range(NUDGE_OTHER_TIME, _MINUTES),
    "clock": range(2),
    "zone": range(len(COMMON_ZONES)),
    "new": range(_MOST_NEW + 1),
}
"""Each action and the numbers that may follow it."""

_DATA = re.compile(r"([a-z]{2,8}):(-?[0-9]{1,19})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A tap: the action, and what it is about (a turn, a deck, an index; see ACTIONS)."""

    action: str
    ref: int


def data(action: str, ref: int = 0) -> str:
    """The callback data of an action. Raises ValueError for one that parse_data would not take."""
    if ref not in ACTIONS.get(action, ()):
        raise ValueError(f"no such action: {action}:{ref}")
    return f"{action}:{ref}"


def parse_data(text: str) -> Pressed | None:
    """The tap that this callback data stands for, None for anything that data() can't have written."""
    found = _DATA.fullmatch(text)
    if found is None:
        return None
    action, ref = found[1], int(found[2])
    known = ref in ACTIONS.get(action, ()) and data(action, ref) == text
    return Pressed(action, ref) if known else None


def rows(buttons: Iterable[Button]) -> Keyboard:
    """The buttons in as few even rows as a small phone shows whole; the first row has fewer where it doesn't come out."""
    every = tuple(buttons)
    for count in range(1, len(every)):
        borders = [len(every) * row // count for row in range(count + 1)]
        filled = tuple(every[start:end] for start, end in pairwise(borders))
        if all(max(_width(button.text) for button in row) * len(row) <= _ROW_WIDTH for row in filled):
            return filled
    return tuple((button,) for button in every)


def _width(text: str) -> int:
    """The characters that take room: a Devanagari vowel sign stands on or under its letter."""
    return sum(not unicodedata.category(character).startswith("M") for character in text)
