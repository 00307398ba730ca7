"""What a line typed in the terminal does: a text or a tap for the bot, or one of the terminal's own commands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from telegram import Update

from bot.delivery.sender import LEASE
from bot.sandbox.errors import BotApiError
from bot.sandbox.screen import Look, button_lines, message_lines, wrap
from bot.sandbox.terminal_clock import destination, span
from db import DatabaseUnreachable, learners, outbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.app import Served
    from bot.sandbox.people import Person
    from bot.sandbox.state import Posted
    from bot.sandbox.telegram import LocalTelegram
    from bot.sandbox.terminal_clock import TravelClock
    from db import Database

COMMANDS = (
    "/1 taps button 1 · /clock shows the time; /clock +1d, +2h, +90m, 20:00, real · /name Asha · /lang hi · "
    "//text sends /text · /? shows this · /quit"
)
LONGEST_NAME = 64
"""Characters of a first name in Telegram."""

_TAP = re.compile(r"/([0-9]{1,4})")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


@dataclass(slots=True)
class Sitting:
    """You at the terminal, the bot on the other side, and the clock on the wall."""

    local: LocalTelegram
    you: Person
    served: Served
    database: Database
    clock: TravelClock
    default_zone: str
    write: Callable[[str], None]
    look: Look
    shown: dict[int, Posted] = field(default_factory=dict)
    toasts_shown: int = 0
    tappable: tuple[int, Any] = (0, ())
    """The message whose buttons were listed last, and its buttons."""

    async def take(self, line: str) -> bool:
        """Do what the line says; False when it says goodbye."""
        text = line.strip()
        command, _, argument = text.partition(" ")
        argument = argument.strip()
        if command in ("/quit", "/exit"):
            return False
        if text == "/?":
            self.say(COMMANDS)
        elif command == "/clock":
            self._travel(argument)
        elif command == "/name":
            self._rename(argument)
        elif command == "/lang":
            self._set_language(argument)
        elif _TAP.fullmatch(text):
            await self._tap(int(text[1:]))
        elif text:
            await self.send(text.removeprefix("/") if text.startswith("//") else text)
        return True

    async def send(self, text: str) -> None:
        """A text of yours, and what the bot says to it."""
        self.local.set_clock(self.clock())
        try:
            self.you.sends(text)
        except (ValueError, BotApiError) as refusal:
            self.say(f"(not sent: {refusal})")
            return
        await self.settle()

    async def settle(self) -> None:
        """Give the bot what is waiting for it, let it send, and show what came."""
        self.local.set_clock(self.clock())
        try:
            for update in self.local.take_updates():
                parsed = Update.de_json(update, self.served.application.bot)
                await self.served.application.process_update(parsed)
            await self._deliver()
        except DatabaseUnreachable as fault:
            self.say(f"({fault} Then /review shows where you stand.)")
        self._show()

    async def _deliver(self) -> None:
        """Have everything sent, also what a run that was killed had taken to send: nobody else is here."""
        await self.served.sender.drain()
        with self.database.read() as session:
            unsent = outbox.next_try(session) is not None
        if unsent:
            self.say("(the clock moves on a minute, to send once more what was on its way)")
            self.clock.go(self.clock() + LEASE)
            await self.served.sender.drain()

    def say(self, text: str) -> None:
        """A line of the terminal's own."""
        for line in wrap(text, self.look):
            self.write(line)

    async def _tap(self, number: int) -> None:
        message_id, rows = self._newest_buttons()
        buttons = [button for row in rows for button in row]
        if not buttons:
            self.say("(no message has buttons)")
        elif not 1 <= number <= len(buttons):
            self.say(f"(there is no button {number}: they go from 1 to {len(buttons)})")
        elif not buttons[number - 1][1]:
            self.say("(that button opens a link, which a terminal can't)")
        else:
            self.local.set_clock(self.clock())
            self.you.taps(message_id=message_id, data=buttons[number - 1][1])
            await self.settle()

    def _newest_buttons(self) -> tuple[int, Any]:
        for posted in reversed(self.local.chat(self.you.id)):
            if posted.buttons:
                return posted.message_id, posted.buttons
        return 0, ()

    def _show(self) -> None:
        """What is new in the chat since the last look: messages, changed ones, toasts, buttons."""
        newest = self._newest_buttons()
        for posted in self.local.chat(self.you.id):
            before = self.shown.get(posted.message_id)
            self.shown[posted.message_id] = posted
            if not posted.from_bot or (before and before.text == posted.text):
                continue
            self.write("(edited)" if before else "")
            for line in message_lines(posted, self.look):
                self.write(line)
            is_newest = posted.message_id == newest[0]
            for line in button_lines(posted.buttons, self.look, numbered=is_newest):
                self.write(line)
            if is_newest:
                self.tappable = newest
        for toast in self.you.toasts[self.toasts_shown :]:
            if toast:
                self.say(f"(toast) {toast}")
        self.toasts_shown = len(self.you.toasts)
        if newest != self.tappable:
            self.tappable = newest
            for line in button_lines(newest[1], self.look, numbered=True):
                self.write(line)

    def _zone(self) -> ZoneInfo:
        """The zone in which you have told the bot that you live."""
        with self.database.read() as session:
            learner = learners.locked(session, self.you.id)
            return ZoneInfo(learner.zone if learner else self.default_zone)

    def _travel(self, typed: str) -> None:
        now, zone = self.clock(), self._zone()
        if typed == "real":
            back = self.clock.travelled
            self.clock.return_home()
            if back:
                self.say(f"(the clock went back by {span(back)}; what you did meanwhile stays done)")
        elif typed:
            there = destination(typed.lower(), now, zone)
            if there is None:
                self.say(
                    f"(/clock can't go to “{typed}”: write +1d, +2h, +90m, 20:00 or real, up to the year 2099)"
                )
                return
            self.clock.go(there)
        ahead = f", {span(self.clock.travelled)} ahead of this machine" if self.clock.travelled else ""
        self.say(f"(it is {self.clock().astimezone(zone):%a %d %b %Y, %H:%M} in {zone.key}{ahead})")

    def _rename(self, name: str) -> None:
        if not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
            self.say(f"(write your name behind it, up to {LONGEST_NAME} characters: /name Asha)")
            return
        self.you.contact.user["first_name"] = name
        self.say(f"(Telegram says from now on that you are {name})")

    def _set_language(self, code: str) -> None:
        if not _LANGUAGE.fullmatch(code):
            self.say("(write the language of your Telegram app behind it: /lang hi)")
            return
        self.you.contact.user["language_code"] = code
        self.say(
            f"(Telegram says from now on that your app speaks {code}; what the bot speaks is in /settings)"
        )
