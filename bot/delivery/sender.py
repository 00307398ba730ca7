"""Sends what waits in the outbox: one chat in order, chats side by side, each letter marked once Telegram has it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
from telegram import InlineKeyboardMarkup, LinkPreviewOptions
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter

from bot.chat.html import visible_text
from bot.texts import Html
from db import DatabaseUnreachable, learners, outbox

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from telegram import Bot, Message

    from bot.desk import Desk
    from db import Session

log = logging.getLogger(__name__)


async def _send_message(bot: Bot, chat_id: int, payload: dict[str, Any]) -> Message:
    keyboard = payload.get("reply_markup")

    async def send(text: str, parse_mode: str | None) -> Message:
        return await bot.send_message(
            chat_id,
            text,
            parse_mode=parse_mode,
            link_preview_options=LinkPreviewOptions(is_disabled=True),
            reply_markup=InlineKeyboardMarkup.de_json(keyboard, bot) if keyboard else None,
        )

    try:
        return await send(payload["text"], payload.get("parse_mode"))
    except BadRequest as error:
        if UNPARSED not in error.message.lower():
            raise
    return await send(visible_text(Html(payload["text"])), None)


METHODS: dict[str, Callable[[Bot, int, dict[str, Any]], Awaitable[Message]]] = {"sendMessage": _send_message}
"""How the letters of each Bot API method are sent."""
UNPARSED = "can't parse entities"
"""How Telegram begins to say that it can't read a text's tags."""
LEASE = timedelta(seconds=60)
BATCH = 100
TRIES = 10
"""How often a letter is sent that Telegram may have got, or fails on: for some four minutes."""
LONGEST_WAIT = timedelta(seconds=60)
UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Causes of a failure that say that nothing reached Telegram."""
PATIENCE = timedelta(seconds=5)
"""How long a database that can't be reached is left alone."""
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
    unsent: bool
    """It surely did not arrive: that is no try."""


@dataclass(frozen=True, slots=True)
class _Failed:
    letter: int
    unreachable: int | None = None
    """The chat whose owner has blocked the bot, or is gone."""


class Sender:
    """The one who sends; `wake` it after a commit that wrote letters."""

    def __init__(self, desk: Desk, bot: Bot, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._bot = bot
        self._clock = clock
        self._bell = asyncio.Event()
        self._cut_off = 0

    def wake(self) -> None:
        """Say that letters are waiting."""
        self._bell.set()

    async def run(self) -> None:
        """Send for ever; ends when it is cancelled."""
        while True:
            self._bell.clear()
            try:
                await self.drain()
                pause = await self._pause()
            except DatabaseUnreachable as fault:
                log.warning("the sender waits for the database: %s", fault)
                pause = PATIENCE
            try:
                async with asyncio.timeout(pause.total_seconds()):
                    await self._bell.wait()
            except TimeoutError:
                continue

    async def drain(self) -> None:
        """Send until nothing is left that may be sent now."""
        results: list[_Sent | _Again | _Failed] = []
        while True:
            rows = await self._desk.write(partial(_mark_and_claim, results, self._clock()))
            if not rows:
                return
            results = await asyncio.gather(*(self._send(row) for row in rows))
            cut_off = all(isinstance(result, _Again) and result.unsent for result in results)
            self._cut_off = self._cut_off + 1 if cut_off else 0

    async def _pause(self) -> timedelta:
        """How long there is nothing to do."""
        next_try = await self._desk.write(outbox.next_try)
        if next_try is None:
            return IDLE
        return min(IDLE, max(next_try - self._clock(), timedelta(milliseconds=50)))

    async def _send(self, row: Any) -> _Sent | _Again | _Failed:
        try:
            message = await METHODS[row.method](self._bot, row.chat_id, row.payload)
        except Exception as error:  # noqa: BLE001  # a letter that can't even be built must not stop all others
            return _fate(row, error, self._cut_off)
        return _Sent(row.id, message.message_id, message.date)


def _mark_and_claim(results: list[_Sent | _Again | _Failed], now: datetime, session: Session) -> list[Any]:
    """Write down what became of the last letters, and take the next ones."""
    for result in results:
        _mark(session, result, now)
    return outbox.claim(session, now, LEASE, BATCH)


def _fate(row: Any, error: Exception, cut_off: int) -> _Again | _Failed:
    """What becomes of a letter that failed, `cut_off` rounds after the last one that reached Telegram.

    BadRequest is a NetworkError to the library, so it is told apart first.
    """
    match error:
        case RetryAfter():
            return _Again(row.id, _seconds(error.retry_after), unsent=True)
        case NetworkError() if isinstance(error.__cause__, UNSENT):
            return _Again(row.id, _back_off(cut_off), unsent=True)
        case NetworkError() if not isinstance(error, BadRequest) and row.tries + 1 < TRIES:
            return _Again(row.id, _back_off(row.tries), unsent=False)
        case Forbidden():
            return _Failed(row.id, unreachable=row.chat_id)
        case _:
            log.warning("letter %d is given up: %s", row.id, type(error).__name__)
            return _Failed(row.id)


def _mark(session: Session, result: _Sent | _Again | _Failed, now: datetime) -> None:
    match result:
        case _Sent(letter, message_id, at):
            outbox.sent(session, letter, message_id, at)
        case _Again(letter, wait, unsent):
            outbox.again(session, letter, now + wait, unsent=unsent)
        case _Failed(letter, unreachable):
            outbox.failed(session, letter, unsent=unreachable is not None)
            if unreachable is not None:
                learners.set_unreachable(session, unreachable)


def _back_off(tries: int) -> timedelta:
    return min(LONGEST_WAIT, timedelta(seconds=2 ** min(tries, 10)))


def _seconds(retry_after: int | timedelta) -> timedelta:
    return retry_after if isinstance(retry_after, timedelta) else timedelta(seconds=retry_after)
