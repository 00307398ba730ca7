"""What is on its way when the bot stops, fails or can't reach its database has its effect once and is said once."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from telegram.ext import BaseHandler

from bot.core.cardtext import from_text
from bot.services import answers
from bot.texts import plain
from db import DatabaseUnreachable, models

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.chat.story import Someone, Story

SECRET = "what I typed is my own"


async def at_the_first_question(story: Story, language_code: str | None = "en") -> Someone:
    """Somebody whose first question stands."""
    asha = story.someone("Asha", language_code)
    await asha.begins()
    return asha


def fails(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Grading raises so many times, then works again."""
    left = [times]

    def faulty(text: str) -> Any:
        if left[0]:
            left[0] -= 1
            raise RuntimeError(SECRET)
        return from_text(text)

    monkeypatch.setattr(answers, "from_text", faulty)


async def test_a_stop_between_commit_and_sending(story: Story) -> None:
    """Stopped after the commit, the reply waits in the outbox; after the restart it is sent, once."""
    asha = await at_the_first_question(story)
    asha.person.sends("prefill")
    await story.takes_in()
    messages = len(asha.chat)
    await story.begins()
    await story.sends_out()
    await story.sends_out()
    assert len(asha.chat) == messages + 1
    asha.sees("Right: prefill", "2 / 4")
    await asha.sends("decode")
    asha.sees("Right: decode")


async def test_a_kill_while_sending(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between Telegram's yes and our note of it, the reply comes a second time, not a third; nothing is regraded."""
    asha = await at_the_first_question(story)
    asha.person.sends("prefill")
    await story.takes_in()
    assert story.served is not None
    messages = len(asha.chat)

    def killed(*_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("bot.delivery.sender._mark", killed)
        with pytest.raises(SystemExit):
            await story.sends_out()
    await story.begins()
    for _ in range(3):
        story.clock.passes(timedelta(seconds=61))
        await story.sends_out()
    assert len(asha.chat) == messages + 2
    assert len(story.rows(models.Event)["event"]) == 1
    await asha.sends("decode")
    asha.sees("Right: decode")


async def test_an_update_delivered_again_after_a_restart(story: Story) -> None:
    """Killed after the commit and before the acknowledgement: the update comes again and has no second effect."""
    asha = await at_the_first_question(story)
    update = asha.person.sends("prefill")
    await story.settles()
    before, messages = story.progress(), len(asha.chat)
    await story.begins()
    await story.handles(update)
    await story.sends_out()
    assert story.progress() == before
    assert len(asha.chat) == messages


async def test_a_handler_that_fails_once(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure that does not repeat itself is not noticed by the learner."""
    asha = await at_the_first_question(story)
    fails(monkeypatch, 1)
    await asha.sends("prefill")
    asha.sees("Right: prefill")
    assert story.rows(models.DeadLetter)["dead_letter"] == []
    assert len(story.rows(models.Event)["event"]) == 1


@pytest.mark.parametrize("language", ["en", "hi", "hi-Latn"])
async def test_a_handler_that_fails_twice(
    story: Story, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, language: str
) -> None:
    """The update is kept whole, the learner gets an apology with its code in their language, and the chat goes on."""
    asha = await at_the_first_question(story, "ta")
    with story.database.write() as session:
        session.query(models.Learner).update({"language": language})
    before = story.progress()
    with monkeypatch.context() as patch, caplog.at_level(logging.DEBUG):
        fails(patch, 2)
        await asha.sends(SECRET)
    assert story.progress() == before
    with story.database.read() as session:
        [dead] = session.query(models.DeadLetter).all()
        [processed] = session.query(models.ProcessedUpdate).filter_by(outcome="dead").all()
    assert processed.update_id == dead.update_id
    assert dead.payload["message"]["text"] == SECRET
    assert asha.last.text == plain(language, "apology", code=dead.code)
    assert SECRET not in caplog.text
    assert dead.code in caplog.text
    await asha.sends("prefill")
    asha.sees("prefill", "2 / 4")


async def test_a_tap_that_fails_twice(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tapped button stops waiting even when its tap can't be dealt with."""
    asha = await at_the_first_question(story)
    toasts = len(asha.person.toasts)
    fails(monkeypatch, 2)
    await asha.taps("I don't know")
    asha.sees("code")
    assert len(asha.person.toasts) == toasts + 1


async def test_a_dead_letter_delivered_again(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    """An update that was put to the dead letters counts as done: it can't block its chat, nor apologise twice."""
    asha = await at_the_first_question(story)
    fails(monkeypatch, 2)
    update = asha.person.sends("prefill")
    await story.settles()
    messages = len(asha.chat)
    await story.handles(update)
    await story.sends_out()
    assert len(asha.chat) == messages
    assert len(story.rows(models.DeadLetter)["dead_letter"]) == 1


async def test_a_database_that_is_away(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the database can't be reached the update fails outward, uncounted; delivered again it is graded once."""
    asha = await at_the_first_question(story)
    update = asha.person.sends("prefill")
    story.telegram.take_updates()
    before = story.rows(models.ProcessedUpdate)

    def away(*_: object) -> None:
        raise DatabaseUnreachable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("db.ledger.enter", away)
        for _ in range(3):
            with pytest.raises(DatabaseUnreachable):
                await story.handles(update)
    assert story.rows(models.ProcessedUpdate) == before
    assert story.rows(models.DeadLetter)["dead_letter"] == []
    await story.handles(update)
    await story.sends_out()
    asha.sees("Right: prefill")
    assert len(story.rows(models.Event)["event"]) == 1


async def test_what_fails_outside_the_transaction_is_not_swallowed(story: Story) -> None:
    """Whatever a callback raises comes out, so that no update is acknowledged and lost."""

    class Faulty(BaseHandler[Any, Any, Any]):
        def check_update(self, update: object) -> bool:
            return True

    async def raises(*_: object) -> None:
        raise ZeroDivisionError

    assert story.served is not None
    story.served.application.add_handler(Faulty(raises), group=-1)
    asha = story.someone("Asha")
    with pytest.raises(ZeroDivisionError):
        await story.handles(asha.person.sends("/start"))


async def test_a_deck_published_by_another_process(story: Story) -> None:
    """A deck version that this process has not loaded is loaded when the first answer to it comes."""
    asha = await at_the_first_question(story)
    assert story.served is not None
    story.served.shelf._decks.clear()
    await asha.sends("prefill")
    asha.sees("Right: prefill")
    assert story.rows(models.DeadLetter)["dead_letter"] == []


WAYS: dict[str, Callable[[Someone], Any]] = {
    "a text": lambda asha: asha.sends("prefill"),
    "a tap": lambda asha: asha.taps("I don't know"),
}


@pytest.mark.parametrize("way", WAYS)
async def test_each_update_stands_in_the_ledger_once(story: Story, way: str) -> None:
    """Every update that had an effect is recorded by its number and the bot's."""
    asha = await at_the_first_question(story)
    before = len(story.rows(models.ProcessedUpdate)["processed_update"])
    await WAYS[way](asha)
    rows = story.rows(models.ProcessedUpdate)["processed_update"]
    assert len(rows) == before + 1
    assert rows[-1][:3] == (7000000001, story.telegram.next_update_id - 1, "done")
