"""`dohrao try`: the whole bot in this process, against the local Telegram, with a person at the terminal.

Its database is a file of its own; the clock's offset and the last numbers stand beside it, so that a second run goes
on where the first stopped.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.app import serve
from bot.sandbox.request import SandboxRequest
from bot.sandbox.screen import WIDEST, Look
from bot.sandbox.state import Standing
from bot.sandbox.telegram import MADE_UP_TOKEN, LocalTelegram
from bot.sandbox.terminal_clock import TravelClock, span
from bot.sandbox.terminal_sitting import COMMANDS, Sitting
from bot.sandbox.terminal_state import Kept, Unreadable, alone, load, save
from bot.services.publishing import publish_house_decks
from db import DatabaseUnreachable, open_database
from db.migrate import upgrade

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime
    from pathlib import Path
    from typing import TextIO

    from db import Database

DATABASE = "try.sqlite3"
STATE = "try.json"
LOCK = "try.lock"
YOUR_ID = 5_500_000_001
PROMPT = "> "
NO_TERMINAL = (
    "Standard input is no terminal: run this in one, or `dohrao try --plain`, which reads lines as they come. "
    "Serving Telegram takes a BOT_TOKEN, from the next version on."
)
HEADROOM = 100
"""Numbers left out by each run: more than a line uses, so that one in whose middle a run is killed uses none twice."""
EXIT_NO_TERMINAL = 2
EXIT_BROKEN_PIPE = 1


def try_out(
    data_dir: Path,
    decks_dir: Path,
    default_zone: str,
    real_now: Callable[[], datetime],
    *,
    plain: bool = False,
    colour: bool = True,
    opening: Callable[[], None] | None = None,
) -> int:
    """Run `chat` on standard input and output and give the exit code: 2 with one line without a terminal.

    `plain` reads lines from whatever standard input is, echoes them and styles nothing. `opening` is called first.
    Raises DatabaseUnreachable.
    """
    if not plain and not sys.stdin.isatty():
        print(NO_TERMINAL, file=sys.stderr)
        return EXIT_NO_TERMINAL
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # both are text files here
    width = WIDEST if plain else min(WIDEST, shutil.get_terminal_size().columns)
    look = Look(width=max(width, 20), styled=colour and not plain and sys.stdout.isatty())
    read_line = piped(sys.stdin, _print) if plain else typed
    try:
        if opening is not None:
            opening()
        asyncio.run(chat(data_dir, decks_dir, default_zone, real_now, read_line, _print, look=look))
    except KeyboardInterrupt:
        print()
    except BrokenPipeError:
        # Nobody reads any more: keep Python from trying once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE
    return 0


async def chat(
    data_dir: Path,
    decks_dir: Path,
    default_zone: str,
    real_now: Callable[[], datetime],
    read_line: Callable[[str], Awaitable[str | None]],
    write: Callable[[str], None],
    *,
    look: Look | None = None,
) -> None:
    """Talk with the bot until a line is None or says goodbye.

    `read_line` is given the prompt; `write` gets lines without their ends. Raises DatabaseUnreachable.
    """
    async with AsyncExitStack() as closing:
        database = _opened(data_dir)
        closing.callback(database.close)
        upgrade(database)
        if not closing.enter_context(alone(data_dir / LOCK)):
            write(f"Somebody is talking to the bot of {data_dir} already: close that terminal first.")
            return
        state = data_dir / STATE
        kept, again = _kept(state, real_now(), write)
        clock = TravelClock(real_now, kept.travelled)
        for line in publish_house_decks(database, decks_dir, clock()):
            write(f"{'warning: ' if line.warning else ''}{line.text}")
        local = LocalTelegram(
            clock(), next_update_id=kept.next_update_id, next_message_id=kept.next_message_id
        )
        request = SandboxRequest(local)
        served = await serve(MADE_UP_TOKEN, database, clock, default_zone, request)
        closing.push_async_callback(served.close)
        you = local.person(kept.name, user_id=YOUR_ID, language_code=kept.language_code)
        sitting = Sitting(local, you, served, database, clock, default_zone, write, look or Look())
        await _talk(sitting, state, read_line, last=kept.last, again=again)


async def _talk(
    sitting: Sitting,
    state: Path,
    read_line: Callable[[str], Awaitable[str | None]],
    *,
    last: datetime,
    again: bool,
) -> None:
    _save(sitting, state)
    sitting.say(COMMANDS)
    back = last - sitting.clock()
    if back > timedelta(0):
        sitting.say(f"(this machine's clock went back: it is {span(back)} earlier than when you left)")
    if again:
        sitting.you.contact.standing = Standing.OPEN  # the chat that an earlier run began
        await sitting.settle()
        sitting.say("You have been here before: /review goes on where you stopped.")
    else:
        sitting.write(f"{PROMPT}/start")
        await sitting.send("/start")
    _save(sitting, state)
    while (line := await read_line(PROMPT)) is not None and await sitting.take(line):
        _save(sitting, state)
    sitting.write("Bye. Everything is kept; `dohrao try` goes on from here.")


def _opened(data_dir: Path) -> Database:
    try:
        data_dir.mkdir(exist_ok=True)
    except OSError as error:
        raise DatabaseUnreachable(
            f"The folder {data_dir} can't be created ({error.strerror}): create it, or set DATA_DIR to another one."
        ) from error
    return open_database(f"sqlite:///{(data_dir / DATABASE).absolute()}")


def _kept(state: Path, now: datetime, write: Callable[[str], None]) -> tuple[Kept, bool]:
    """What an earlier run left, and whether there was one.

    A number used twice would be taken for a message delivered twice. So that a lost state does no harm, numbers
    start no lower than the seconds of now, above all that were given out.
    """
    number = int(now.timestamp())
    fresh = Kept(timedelta(), now, number, number, "friend", "en")
    try:
        kept = load(state)
    except Unreadable:
        write(f"{state} can't be read: the clock is this machine's again.")
        return fresh, True
    if kept is None:
        return fresh, False
    return (
        Kept(
            kept.travelled,
            kept.last,
            max(kept.next_update_id, number),
            max(kept.next_message_id, number),
            kept.name,
            kept.language_code,
        ),
        True,
    )


def _save(sitting: Sitting, state: Path) -> None:
    user = sitting.you.contact.user
    kept = Kept(
        travelled=sitting.clock.travelled,
        last=sitting.clock(),
        next_update_id=sitting.local.next_update_id + HEADROOM,
        next_message_id=sitting.local.next_message_id + HEADROOM,
        name=user["first_name"],
        language_code=user["language_code"],
    )
    try:
        save(state, kept)
    except OSError as error:
        sitting.say(
            f"({state} can't be written, {error.strerror}: the next run will not know what time it is here)"
        )


async def typed(prompt: str) -> str | None:
    """A line from the terminal; None at its end or at Ctrl-C.

    Blocks the event loop on purpose: nothing happens here between two lines, and a thread that waits for a key
    could not be stopped.
    """
    import readline  # noqa: F401  # makes input() know arrow keys and earlier lines

    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return input(prompt)  # noqa: ASYNC250  # see above
    except (EOFError, KeyboardInterrupt):
        print()
        return None
    finally:
        signal.signal(signal.SIGINT, former)


def piped(lines: TextIO, write: Callable[[str], None]) -> Callable[[str], Awaitable[str | None]]:
    """A reader of lines that nobody sees typed: each is written behind its prompt."""

    async def read_line(prompt: str) -> str | None:
        line = lines.readline()
        if not line:
            return None
        write(prompt + line.rstrip("\n"))
        return line

    return read_line


def _print(line: str) -> None:
    print(line, flush=True)
