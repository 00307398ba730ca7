"""What a view gives back: messages, toasts and keyboards as values, and a message as parameters of sendMessage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.chat.html import split

if TYPE_CHECKING:
    from bot.texts import Html

DATA_BYTES = 64
TOAST_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message: what it shows, literally, and the data that its tap brings.

    Raises ValueError for a text that is blank and for data of more than 64 bytes or none.
    """

    text: str
    data: str

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise ValueError(f"a button for {self.data!r} without a text")
        if not 1 <= len(self.data.encode()) <= DATA_BYTES:
            raise ValueError(f"callback data must have 1 to {DATA_BYTES} bytes: {self.data!r}")


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A message to the learner; with `turn` it is the prompt of that open turn."""

    html: Html
    keyboard: Keyboard = ()
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Toast:
    """The short answer to a tap, at the screen's edge, best effort. Raises ValueError beyond 200 characters."""

    text: str

    def __post_init__(self) -> None:
        if len(self.text) > TOAST_LENGTH:
            raise ValueError(f"a toast has at most {TOAST_LENGTH} characters: {self.text!r}")


@dataclass(frozen=True, slots=True)
class Tidy:
    """A new keyboard for a message already sent, the tapped one unless named; best effort; none removes it."""

    keyboard: Keyboard = ()
    message_id: int | None = None


Reply = Message | Toast | Tidy


def payloads(message: Message) -> list[dict[str, Any]]:
    """The parameters of sendMessage, but for the chat, of each part of the message; the last has the keyboard.

    Raises ValueError for a message that shows nothing.
    """
    parts: list[dict[str, Any]] = [
        {"text": str(part), "parse_mode": "HTML", "link_preview_options": {"is_disabled": True}}
        for part in split(message.html)
    ]
    if not parts:
        raise ValueError("a message that shows nothing")
    if message.keyboard:
        parts[-1]["reply_markup"] = markup(message.keyboard)
    return parts


def markup(keyboard: Keyboard) -> dict[str, Any]:
    """The keyboard as Telegram's InlineKeyboardMarkup."""
    rows = [[{"text": button.text, "callback_data": button.data} for button in row] for row in keyboard]
    return {"inline_keyboard": rows}
