"""A story's cast: a bot on a local Telegram, people who write to it, and a clock that is set by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from telegram import Update

from bot.app import serve
from bot.core.deckfile import read_deck
from bot.sandbox.request import SandboxRequest
from bot.sandbox.telegram import LocalTelegram
from bot.services.publishing import publish
from db import models

if TYPE_CHECKING:
    from bot.app import Served
    from bot.sandbox.people import Person
    from bot.sandbox.state import Posted
    from db import Database

MORNING = datetime(2026, 12, 1, 4, 30, tzinfo=UTC)
"""Ten o'clock in Kolkata."""

LESSON = """# Inference

### Q: Input ko ek saath padhne wala phase?
- A: prefill
- Not: encode — Encode se embedding banta hai.
- Hint: "pre" se shuru
- Why: Poora input ek saath chalta hai.

### Q: Token ek-ek banane wala phase?
- A: decode

### Q: Pehle token tak ka time metric?
- A: time to first token
- Hint: char letters

### Q: Purane keys aur values kahan rehte hain?
- A: KV cache
"""


ANSWERS = {
    "Input ko": "prefill",
    "Token ek-ek": "decode",
    "Pehle token": "ttft",
    "Purane keys": "kv cache",
}
"""What to type, by how the question begins."""


def deck(cards: dict[str, str], **front: str) -> str:
    """A deck file with these questions and answers and this front matter."""
    matter = "".join(f"{key}: {value}\n" for key, value in front.items())
    body = "\n".join(f"### Q: {question}\n- A: {answer}\n" for question, answer in cards.items())
    return f"---\n{matter}---\n{body}"


class Clock:
    """The bot's and Telegram's common clock."""

    def __init__(self, telegram: LocalTelegram) -> None:
        self._telegram = telegram

    def __call__(self) -> datetime:
        return self._telegram.now

    def passes(self, by: timedelta) -> None:
        """Let time go by."""
        self._telegram.advance(by)

    def to(self, clock: str, zone: str = "Asia/Kolkata") -> None:
        """Go on to the next time at which a clock in the zone shows this."""
        now = self._telegram.now.astimezone(ZoneInfo(zone))
        at = datetime.combine(now.date(), time.fromisoformat(clock), tzinfo=ZoneInfo(zone))
        if at <= now:
            at = datetime.combine(now.date() + timedelta(days=1), at.timetz())
        self._telegram.set_clock(at.astimezone(UTC))


@dataclass
class Someone:
    """A person in the story."""

    story: Story
    person: Person

    async def sends(self, *texts: str) -> None:
        """Type texts, each after seeing what came back on the one before."""
        for text in texts:
            self.person.sends(text)
            await self.story.settles()

    async def begins(self) -> None:
        """/start and the first button: the first question stands."""
        await self.sends("/start")
        await self.taps(data=self.data("▶"))

    async def answers(self, known: dict[str, str] = ANSWERS) -> None:
        """Type the right answer to the open question."""
        await self.sends(next(answer for question, answer in known.items() if question in self.last.text))

    async def finishes(self, known: dict[str, str] = ANSWERS) -> int:
        """Answer rightly while there are questions; how many there were."""
        for count in range(100):
            if not any(question in self.last.text for question in known):
                return count
            await self.answers(known)
        raise AssertionError("the session does not end")

    async def taps(self, button: str | None = None, **how: Any) -> None:
        """Tap a button by a part of its text (on the newest message having it), or a forged one by its data."""
        if button is not None:
            shown = [text for posted in reversed(self.chat) for row in posted.buttons for text, _ in row]
            button = next((text for text in shown if button in text), button)
        self.person.taps(button, **how)
        await self.story.settles()

    @property
    def chat(self) -> list[Posted]:
        """What the bot wrote, oldest first."""
        return [posted for posted in self.story.telegram.chat(self.person.id) if posted.from_bot]

    @property
    def last(self) -> Posted:
        """The bot's newest message."""
        return self.chat[-1]

    def sees(self, *texts: str) -> None:
        """The newest message holds each of the texts."""
        for text in texts:
            assert text in self.last.text, f"{text!r} is not in:\n{self.last.text}"

    def does_not_see(self, *texts: str) -> None:
        """The newest message holds none of the texts."""
        for text in texts:
            assert text not in self.last.text, f"{text!r} is in:\n{self.last.text}"

    @property
    def buttons(self) -> list[str]:
        """The newest message's buttons."""
        return [text for row in self.last.buttons for text, _ in row]

    def data(self, button: str) -> str:
        """The callback data behind a button of the newest message."""
        return next(data for row in self.last.buttons for text, data in row if button in text)

    @property
    def toast(self) -> str:
        """The newest toast."""
        return self.person.toasts[-1]


@dataclass
class Story:
    """The bot, its Telegram and its database."""

    database: Database
    telegram: LocalTelegram = field(default_factory=lambda: LocalTelegram(MORNING))
    served: Served | None = None

    def __post_init__(self) -> None:
        self.clock = Clock(self.telegram)

    async def begins(self) -> None:
        """Start the bot (again: whatever it had in memory is gone)."""
        if self.served is not None:
            await self.served.close()
        self.served = await serve(
            self.telegram.token, self.database, self.clock, "Asia/Kolkata", SandboxRequest(self.telegram)
        )

    async def ends(self) -> None:
        """Stop the bot."""
        if self.served is not None:
            await self.served.close()
        assert self.telegram.complaints == []

    def publishes(self, text: str = LESSON, file: str = "inference.md") -> None:
        """Publish a deck file of the house."""
        with self.database.write() as session:
            publish(session, read_deck(text, file), text, now=self.telegram.now)

    def someone(self, name: str, language_code: str | None = "en") -> Someone:
        """A person who has not written yet."""
        return Someone(self, self.telegram.person(name, language_code=language_code))

    async def handles(self, update: dict[str, Any]) -> None:
        """Deliver one update to the bot, without sending."""
        assert self.served is not None
        parsed = Update.de_json(update, self.served.application.bot)
        await self.served.application.process_update(parsed)

    async def takes_in(self) -> None:
        """Deliver what is waiting, one by one, while nothing can be sent."""
        for update in self.telegram.take_updates():
            await self.handles(update)

    async def sends_out(self) -> None:
        """Send what the bot wrote."""
        assert self.served is not None
        await self.served.sender.drain()

    async def settles(self) -> None:
        """Deliver what is waiting, one by one, and send what the bot wrote; a second passes."""
        for update in self.telegram.take_updates():
            await self.handles(update)
            await self.sends_out()
        self.clock.passes(timedelta(seconds=1))

    def rows(self, *tables: type[models.Base]) -> dict[str, list[tuple[Any, ...]]]:
        """What stands in these tables, row by row."""
        with self.database.read() as session:
            found = {}
            for table in tables:
                listed = table.__table__
                rows = session.execute(listed.select().order_by(*listed.primary_key))
                found[table.__tablename__] = [tuple(row) for row in rows]
            return found

    def progress(self) -> dict[str, list[tuple[Any, ...]]]:
        """All that an answer, a second thought or a setting can change."""
        return self.rows(
            models.Learner, models.Enrolment, models.Attempt, models.Event, models.Memory, models.CardState
        )
