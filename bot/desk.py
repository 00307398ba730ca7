"""The one place where a transaction begins and ends, and where what fails inside one is dealt with."""

from __future__ import annotations

import asyncio
import logging
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from zlib import crc32

from db import ledger, outbox
from db.engine import is_conflict, is_unreachable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from db import Database, Session
    from db.ledger import UpdateKey
    from db.outbox import Letter

log = logging.getLogger(__name__)

T = TypeVar("T")

ATTEMPTS = 4
"""How often a transaction is run that met a deadlock, a serialization failure or a cause that was mended."""
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters of a code: none that look alike when read out."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """An update to be dealt with: its key in the ledger and, should it become a dead letter, the whole of it."""

    key: UpdateKey
    payload: Callable[[], Any]
    now: datetime


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """The update had its effect now; `aside` is what the work left to be done beside the outbox."""

    aside: T


@dataclass(frozen=True, slots=True)
class Seen:
    """The update had its effect before."""


@dataclass(frozen=True, slots=True)
class Dead:
    """The update failed twice and was put to the dead letters under this code."""

    code: str


def code_of(key: UpdateKey) -> str:
    """Four letters by which a learner and the log speak of the same update."""
    number = crc32(f"{key.bot_id}/{key.update_id}".encode())
    return "".join(LETTERS[(number >> shift) % len(LETTERS)] for shift in (0, 5, 10, 15))


class Desk:
    """Runs work in transactions on the database's threads.

    `recover` is told, outside the transaction, what made one fail, and says whether it mended the cause.
    """

    def __init__(self, database: Database, recover: Callable[[Exception, Session], bool]) -> None:
        self._database = database
        self._recover = recover
        self._threads = ThreadPoolExecutor(database.workers, thread_name_prefix="desk")

    def close(self) -> None:
        """Finish what is in hand; nothing can be run afterwards."""
        self._threads.shutdown()

    async def write(self, work: Callable[[Session], T]) -> T:
        """Run work in a write transaction of its own.

        Raises:
            DatabaseUnreachable: the database or its disk can't be reached; nothing was done.
        """
        return await self._hop(self._written, work)

    async def update(
        self,
        arrived: Arrived,
        work: Callable[[Session], tuple[Sequence[Letter], T]],
        apology: Callable[[str], Letter],
    ) -> Done[T] | Seen | Dead:
        """Give an update its effect exactly once, together with its row in the ledger and its letters.

        Work that raises is rolled back and run once more; the second time the update becomes a dead letter and
        the learner is sent the apology.

        Raises:
            DatabaseUnreachable: nothing was done or counted; the update has to be delivered again.
        """

        def effect(session: Session) -> Done[T] | Seen:
            if not ledger.enter(session, arrived.key, arrived.now):
                return Seen()
            letters, aside = work(session)
            outbox.post(session, letters, arrived.now)
            return Done(aside)

        try:
            return await self.write(effect)
        except Exception as error:
            if is_unreachable(error):
                raise
            _report(error, arrived.key, "tried once more")
        try:
            return await self.write(effect)
        except Exception as error:
            if is_unreachable(error):
                raise
            return await self._bury(arrived, error, apology)

    async def _bury(self, arrived: Arrived, error: Exception, apology: Callable[[str], Letter]) -> Dead:
        code = code_of(arrived.key)
        _report(error, arrived.key, f"put to the dead letters, code {code}")
        words = "".join(traceback.format_exception(error))

        def burial(session: Session) -> None:
            if ledger.bury(session, arrived.key, arrived.payload(), code, words, arrived.now):
                outbox.post(session, [apology(code)], arrived.now)

        await self.write(burial)
        return Dead(code)

    def _written(self, work: Callable[[Session], T]) -> T:
        for _ in range(ATTEMPTS - 1):
            try:
                with self._database.write() as session:
                    return work(session)
            except Exception as error:
                if not is_conflict(error) and not self._mended(error):
                    raise
        with self._database.write() as session:
            return work(session)

    def _mended(self, error: Exception) -> bool:
        if is_unreachable(error):
            return False
        with self._database.read() as session:
            return self._recover(error, session)

    async def _hop(self, run: Callable[[Callable[[Session], T]], T], work: Callable[[Session], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, run, work)


def _report(error: Exception, key: UpdateKey, fate: str) -> None:
    """Log a failure by its kind and place; its text could hold what a learner typed."""
    place = "".join(traceback.format_tb(error.__traceback__))
    log.error("update %d failed with %s and was %s\n%s", key.update_id, type(error).__name__, fate, place)
