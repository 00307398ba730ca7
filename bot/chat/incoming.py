"""What arrived, narrowed once: the few things of a Telegram update that handlers look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.chat.keyboards import Pressed, parse_data

if TYPE_CHECKING:
    from datetime import datetime

    from telegram import Update


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message or a tap of one person in their private chat.

    `at` is the message's own date (the edit's for an edit), `now` for a tap, which has none. `message_id` is the
    message's, or that of the message whose button was tapped.
    """

    update_id: int
    telegram_id: int
    name: str
    language_code: str | None
    at: datetime
    now: datetime
    message_id: int
    text: str = ""
    pressed: Pressed | None = None
    tap: str | None = None
    """The callback query's id, when this is a tap."""

    @property
    def argument(self) -> str:
        """What follows the command in a command's text."""
        return self.text.partition(" ")[2].strip()


def incoming(update: Update, now: datetime) -> Incoming | None:
    """The narrowed update; None for what does not come from a person in a private chat."""
    person = update.effective_user
    if person is None:
        return None
    query = update.callback_query
    if query is not None:
        return Incoming(
            update_id=update.update_id,
            telegram_id=person.id,
            name=person.first_name,
            language_code=person.language_code,
            at=now,
            now=now,
            message_id=query.message.message_id if query.message else 0,
            pressed=parse_data(query.data or ""),
            tap=query.id,
        )
    message = update.effective_message
    if message is None or message.chat.type != "private":
        return None
    return Incoming(
        update_id=update.update_id,
        telegram_id=person.id,
        name=person.first_name,
        language_code=person.language_code,
        at=message.edit_date or message.date,
        now=now,
        message_id=message.message_id,
        text=message.text or "",
    )
