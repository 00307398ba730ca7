"""How fast a review turn goes through the whole bot, beside a PTB echo and beside SQLite alone."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select
from telegram import Update
from telegram.ext import Application, MessageHandler, filters

from bot.app import serve
from bot.core.deckfile import read_deck
from bot.sandbox.request import SandboxRequest
from bot.sandbox.telegram import MADE_UP_TOKEN, LocalTelegram, Person
from bot.services.publishing import publish_house_decks
from db import open_database, outbox
from db.migrate import upgrade
from db.models import Attempt
from tests.bench.table import Timings, short, table

if TYPE_CHECKING:
    from bot.app import Served
    from db import Database

DECKS = Path(__file__).resolve().parents[2] / "decks"
LESSON = DECKS / "lesson-13.md"
LEARNERS = 60
TURNS = 8
"""Answers of each learner, every third of them wrong."""
START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
PAUSE = timedelta(seconds=20)
"""From one answer of a learner to the next, on the local Telegram's clock."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The timings of answers one after another and of waves in which every learner answers at once.

    `updates` are the answers of the first kind, as JSON text; `rows` is how many rows an answer wrote.
    """

    alone: Timings
    waves: Timings
    updates: list[str]
    rows: int


@dataclass(slots=True)
class Class:
    """Learners who all study the lesson, and the bot that teaches them."""

    local: LocalTelegram
    served: Served
    learners: list[Person]
    answers: dict[str, str]
    turn: int = 0

    async def processes(self, update: str) -> None:
        """One update from its text to its committed effect."""
        parsed = Update.de_json(json.loads(update), self.served.application.bot)
        await self.served.application.process_update(parsed)

    async def everybody(self, *does: str) -> None:
        """Everybody does the same, and it is done with."""
        for text in does:
            for learner in self.learners:
                learner.sends(text) if text.startswith("/") else learner.taps(self._first_button(learner))
            for update in self.local.take_updates():
                await self.processes(json.dumps(update))
            await self.served.sender.drain()

    def answers_now(self) -> list[str]:
        """Everybody types an answer to the question that stands in their chat."""
        self.local.advance(PAUSE)
        self.turn += 1
        for number, learner in enumerate(self.learners):
            asked = self.local.chat(learner.id)[-1].text
            right = next(answer for question, answer in self.answers.items() if question in asked)
            learner.sends("something else entirely" if (self.turn + number) % 3 == 0 else right)
        return [json.dumps(update) for update in self.local.take_updates()]

    def _first_button(self, learner: Person) -> str:
        return self.local.chat(learner.id)[-1].buttons[0][0][0]


async def measure(folder: Path) -> Measured:
    """Review turns of a class on a fresh SQLite file in the folder."""
    with closing(open_database(f"sqlite:///{folder / 'turns.sqlite3'}")) as database:
        upgrade(database)
        publish_house_decks(database, DECKS, START)
        local = LocalTelegram(START)
        served = await serve(
            MADE_UP_TOKEN, database, lambda: local.now, "Asia/Kolkata", SandboxRequest(local)
        )
        learners = [local.person(f"Learner {n}") for n in range(LEARNERS)]
        lesson = read_deck(LESSON.read_text(encoding="utf-8"), LESSON.name)
        answers = {placed.card.question: placed.card.answer for placed in lesson.complete}
        taught = Class(local, served, learners, answers)
        await taught.everybody("/start", "tap the first button")
        alone, updates, rows = await _one_by_one(taught, database)
        waves = await _side_by_side(taught)
        await served.close()
        _check(database)
    return Measured(alone, waves, updates, rows)


async def _one_by_one(taught: Class, database: Database) -> tuple[Timings, list[str], int]:
    """Each answer graded, committed, replied to and marked as sent before the next one comes."""
    timings, all_updates = Timings(), []
    before = _rows_written(database)
    for _ in range(TURNS // 2):
        updates = taught.answers_now()
        for update in updates:
            with timings.step():
                await taught.processes(update)
                await taught.served.sender.drain()
        all_updates += updates
    rows = round((_rows_written(database) - before) / len(all_updates))
    return timings, all_updates, rows


async def _side_by_side(taught: Class) -> Timings:
    """Everybody's answers at once, as a poller's batch is processed, with the sender beside it."""
    timings = Timings()
    for _ in range(TURNS // 2):
        updates = taught.answers_now()
        with timings.step():
            await asyncio.gather(*(taught.processes(update) for update in updates))
            await taught.served.sender.drain()
    return timings


def _check(database: Database) -> None:
    """Every answer has been graded and every reply sent; else something else was measured."""
    with database.read() as session:
        graded = session.scalar(select(func.count()).select_from(Attempt))
        unsent = outbox.next_try(session)
    if graded != LEARNERS * TURNS or unsent is not None:
        raise RuntimeError(f"{graded} of {LEARNERS * TURNS} answers were graded, unsent since {unsent}")


def _rows_written(database: Database) -> int:
    """How many rows the one connection that writes has inserted, updated and deleted."""
    raw = database._writer.raw_connection()
    try:
        changes: int = raw.driver_connection.total_changes  # type: ignore[union-attr]  # sqlite3's own
    finally:
        raw.close()
    return changes


async def echo(updates: list[str]) -> Timings:
    """The least that a bot can do with the same updates: PTB sends each text back, nothing is stored."""
    local = LocalTelegram(START)
    for _ in range(LEARNERS):
        local.person("Learner").sends("/start")
    local.take_updates()

    async def send_back(update: Update, context: Any) -> None:
        message, chat = update.effective_message, update.effective_chat
        assert message is not None
        assert chat is not None
        await context.bot.send_message(chat.id, message.text)

    builder = Application.builder().token(MADE_UP_TOKEN).updater(None).job_queue(None)
    request = SandboxRequest(local)
    application = builder.request(request).get_updates_request(request).build()
    application.add_handler(MessageHandler(filters.TEXT, send_back))
    await application.initialize()
    timings = Timings()
    for update in updates:
        with timings.step():
            await application.process_update(Update.de_json(json.loads(update), application.bot))
    await application.shutdown()
    return timings


def bare(folder: Path, commits: int, rows: int) -> Timings:
    """SQLite alone: so many rows of an outbox row's size written in each of so many commits."""
    timings = Timings()
    with closing(sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE written (id INTEGER PRIMARY KEY, chat INTEGER, text TEXT) STRICT")
        connection.execute("CREATE INDEX by_chat ON written (chat)")
        for turn in range(commits):
            with timings.step():
                connection.execute("BEGIN IMMEDIATE")
                for _ in range(rows):
                    connection.execute("INSERT INTO written (chat, text) VALUES (?, ?)", (turn, "x" * 200))
                connection.execute("COMMIT")
    return timings


async def report(folder: Path) -> str:
    """The table of review turns."""
    measured = await measure(folder)
    echoed = await echo(measured.updates)
    alone = bare(folder, len(measured.updates), measured.rows)
    base = measured.alone.per_second()

    def row(name: str, timings: Timings, each: int = 1) -> tuple[str, ...]:
        rate = timings.per_second(each)
        return (
            name,
            f"{rate:,.0f}",
            short(timings.percentile(0.5)),
            short(timings.percentile(0.99)),
            f"{rate / base:.2f}",
        )

    return table(
        f"Review turns: {LEARNERS} learners, {len(measured.updates)} answers one by one, then waves of {LEARNERS}",
        ("", "turns/s", "p50", "p99", "ratio"),
        (
            row("whole path, one by one", measured.alone),
            row(f"whole path, {LEARNERS} at once (times of a wave)", measured.waves, LEARNERS),
            row("PTB echo of the same updates", echoed),
            row(f"sqlite3 alone, {measured.rows} rows a commit", alone),
        ),
    )
