"""The edge: an update comes in from Telegram, its handler runs at the desk, and what it says goes to the outbox."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from telegram import InlineKeyboardMarkup
from telegram.error import TelegramError

from bot.chat import views
from bot.chat.handlers import Handler, Visit
from bot.chat.html import visible_length
from bot.chat.incoming import Incoming, incoming
from bot.chat.message import Message, Reply, Tidy, Toast, markup, payloads
from bot.desk import Arrived, Done
from bot.services.learners import arrive
from bot.texts import escape
from db.ledger import UpdateKey
from db.outbox import Letter

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable
    from datetime import datetime

    from telegram import Bot, Update

    from bot.desk import Desk
    from bot.services.shelf import Shelf
    from db import Session


@dataclass(frozen=True, slots=True)
class Edge:
    """Wraps plain handlers into callbacks for the Application's handler table.

    `wake` tells the sender that there are letters; `clock` gives the moment of processing.
    """

    desk: Desk
    shelf: Shelf
    wake: Callable[[], None]
    clock: Callable[[], datetime]
    default_zone: str

    def __call__(self, handler: Handler) -> Callable[[Update, Any], Coroutine[Any, Any, None]]:
        """The callback that runs this handler in the update's own transaction."""

        async def callback(update: Update, _: Any) -> None:
            came = incoming(update, self.clock())
            if came is not None:
                await self._run(handler, update, came)

        return callback

    async def _run(self, handler: Handler, update: Update, came: Incoming) -> None:
        bot = update.get_bot()
        language = "en"

        def work(session: Session) -> tuple[list[Letter], list[Toast | Tidy]]:
            nonlocal language
            who = arrive(session, came.telegram_id, came.language_code, self.default_zone, came.now)
            language = who.language
            replies = handler(Visit(session, who, came, self.shelf))
            return letters(came, replies), aside(came, replies)

        def apology(code: str) -> Letter:
            return letters(came, [views.apology(code, language)])[0]

        key = UpdateKey(bot.id, came.update_id)
        ended = await self.desk.update(Arrived(key, update.to_dict, came.now), work, apology)
        self.wake()
        await do_aside(bot, came, ended.aside if isinstance(ended, Done) else aside(came, ()))


def letters(came: Incoming, replies: Iterable[Reply]) -> list[Letter]:
    """The messages among the replies as letters to the person; a toast becomes one where no tap could show it."""
    written = []
    for reply in replies:
        if isinstance(reply, Toast) and came.tap is None:
            reply = Message(escape(reply.text))
        if isinstance(reply, Message):
            parts = payloads(reply)
            written += [Letter(came.telegram_id, "sendMessage", part) for part in parts[:-1]]
            chars = visible_length(reply.html)
            written.append(Letter(came.telegram_id, "sendMessage", parts[-1], turn=reply.turn, chars=chars))
    return written


def aside(came: Incoming, replies: Iterable[Reply]) -> list[Toast | Tidy]:
    """What is done beside the outbox; every tap is answered, so that its button stops waiting."""
    rest = [reply for reply in replies if isinstance(reply, Toast | Tidy)]
    if came.tap is None:
        return [reply for reply in rest if isinstance(reply, Tidy)]
    if not any(isinstance(reply, Toast) for reply in rest):
        rest.insert(0, Toast(""))
    return rest


async def do_aside(bot: Bot, came: Incoming, replies: Iterable[Toast | Tidy]) -> None:
    """Answer the tap and tidy keyboards, once each: what fails here does no harm and is not tried again."""
    for reply in replies:
        with contextlib.suppress(TelegramError):
            if isinstance(reply, Toast):
                await bot.answer_callback_query(came.tap or "", reply.text)
            else:
                keyboard = (
                    InlineKeyboardMarkup.de_json(markup(reply.keyboard), bot) if reply.keyboard else None
                )
                message = reply.message_id or came.message_id
                await bot.edit_message_reply_markup(came.telegram_id, message, reply_markup=keyboard)
