"""Sends what waits in the outbox: one chat in order, chats side by side, each letter marked once Telegram has it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from telegram import InlineKeyboardMarkup, LinkPreviewOptions
from telegram.error import BadRequest, NetworkError, RetryAfter

from db import outbox

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from telegram import Bot, Message

    from bot.desk import Desk
    from db import Session

log = logging.getLogger(__name__)


async def _send_message(bot: Bot, chat_id: int, payload: dict[str, Any]) -> Message:
    keyboard = payload.get("reply_markup")
    return await bot.send_message(
        chat_id,
        payload["text"],
        parse_mode=payload.get("parse_mode"),
        link_preview_options=LinkPreviewOptions(is_disabled=True),
        reply_markup=InlineKeyboardMarkup.de_json(keyboard, bot) if keyboard else None,
    )


METHODS: dict[str, Callable[[Bot, int, dict[str, Any]], Awaitable[Message]]] = {"sendMessage": _send_message}
"""How the letters of each Bot API method are sent."""
LEASE = timedelta(seconds=60)
BATCH = 100
TRIES = 6
IDLE = timedelta(seconds=30)
"""The longest sleep: another process may have written letters without waking this sender."""


@dataclass(frozen=True, slots=True)
class _Sent:
    letter: int
    message_id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class _Again:
    letter: int
    wait: timedelta
    counts: bool


@dataclass(frozen=True, slots=True)
class _Failed:
    letter: int


class Sender:
    """The one who sends; `wake` it after a commit that wrote letters."""

    def __init__(self, desk: Desk, bot: Bot, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._bot = bot
        self._clock = clock
        self._bell = asyncio.Event()

    def wake(self) -> None:
        """Say that letters are waiting."""
        self._bell.set()

    async def run(self) -> None:
        """Send for ever; ends when it is cancelled."""
        while True:
            self._bell.clear()
            await self.drain()
            pause = await self._desk.write(outbox.next_try)
            wait = (
                IDLE if pause is None else min(IDLE, max(pause - self._clock(), timedelta(milliseconds=50)))
            )
            try:
                async with asyncio.timeout(wait.total_seconds()):
                    await self._bell.wait()
            except TimeoutError:
                continue

    async def drain(self) -> None:
        """Send until nothing is left that may be sent now."""
        while True:
            now = self._clock()
            rows = await self._desk.write(lambda session, now=now: outbox.claim(session, now, LEASE, BATCH))  # type: ignore[misc]  # a default binds the loop's value
            if not rows:
                return
            results = await asyncio.gather(*(self._send(row) for row in rows))
            now = self._clock()

            def mark(session: Session, results: list[Any] = results, now: datetime = now) -> None:
                for result in results:
                    _mark(session, result, now)

            await self._desk.write(mark)

    async def _send(self, row: Any) -> _Sent | _Again | _Failed:
        try:
            message = await METHODS[row.method](self._bot, row.chat_id, row.payload)
        except Exception as error:  # noqa: BLE001  # a letter that can't even be built must not stop all others
            return _fate(row, error)
        return _Sent(row.id, message.message_id, message.date)


def _fate(row: Any, error: Exception) -> _Again | _Failed:
    """What becomes of a letter that failed. BadRequest is a NetworkError to the library, so it is told apart first."""
    match error:
        case RetryAfter():
            return _Again(row.id, _seconds(error.retry_after), counts=False)
        case NetworkError() if not isinstance(error, BadRequest) and row.tries + 1 < TRIES:
            return _Again(row.id, timedelta(seconds=2**row.tries), counts=True)
        case _:
            log.warning("letter %d is given up: %s", row.id, type(error).__name__)
            return _Failed(row.id)


def _mark(session: Session, result: _Sent | _Again | _Failed, now: datetime) -> None:
    match result:
        case _Sent(letter, message_id, at):
            outbox.sent(session, letter, message_id, at)
        case _Again(letter, wait, counts):
            outbox.again(session, letter, now + wait, counts=counts)
        case _Failed(letter):
            outbox.failed(session, letter)


def _seconds(retry_after: int | timedelta) -> timedelta:
    return retry_after if isinstance(retry_after, timedelta) else timedelta(seconds=retry_after)
