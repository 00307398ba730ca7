"""A button whose label is one of our texts."""

from __future__ import annotations

from bot.chat.keyboards import data
from bot.chat.message import Button
from bot.texts import LANGUAGES, NAMES, plain


def button(language: str, key: str, action: str, ref: int = 0) -> Button:
    """The button of that label for that action."""
    return Button(plain(language, key), data(action, ref))


def language_buttons(*, but: str = "") -> tuple[Button, ...]:
    """One button for each language, named in itself; `but` is left out."""
    return tuple(
        Button(NAMES[each], data("lang", index)) for index, each in enumerate(LANGUAGES) if each != but
    )
