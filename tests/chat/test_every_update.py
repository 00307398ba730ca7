"""Every kind of update that Telegram sends goes through; what is no answer leaves the card open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.texts import plain
from db import models

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.people import Person
    from tests.chat.story import Story

UNREADABLE: dict[str, Callable[[Person], Any]] = {
    "sticker": lambda person: person.sends_sticker(),
    "voice": lambda person: person.sends_voice(),
    "photo": lambda person: person.sends_photo(),
    "location": lambda person: person.sends_location(28.6, 77.2),
    "document": lambda person: person.sends_document("notes.pdf", b"%PDF"),
    "deck": lambda person: person.sends_document("lesson.md", b"Q: a?\nA: b\n"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
async def test_what_can_not_be_read_leaves_the_card_open(story: Story, kind: str) -> None:
    """A sticker, voice, photo, place or file gets a kind hint; the open question is answered next."""
    asha = story.someone("Asha")
    await asha.begins()
    before = story.progress()
    UNREADABLE[kind](asha.person)
    await story.settles()
    assert asha.last.text == plain("en", "unreadable")
    assert story.progress() == before
    await asha.sends("prefill")
    asha.sees("Right: prefill")


@pytest.mark.parametrize("kind", UNREADABLE)
async def test_a_strangers_first_message_may_be_anything(story: Story, kind: str) -> None:
    """Who begins with a sticker is a learner like any other."""
    asha = story.someone("Asha", None)
    UNREADABLE[kind](asha.person)
    await story.settles()
    assert len(asha.chat) == 1
    await asha.begins()
    asha.sees("1 / 4")


async def test_an_edited_answer_changes_nothing(story: Story) -> None:
    """A message edited after it was graded is not graded again, and the open question stays."""
    asha = story.someone("Asha")
    await asha.begins()
    sent = asha.person.sends("prefil")
    await story.settles()
    before, messages = story.progress(), len(asha.chat)
    asha.person.edits(sent["message"]["message_id"], "prefill")
    await story.settles()
    assert story.progress() == before
    assert len(asha.chat) == messages
    await asha.sends("decode")
    asha.sees("Right: decode")


async def test_a_block_and_its_end(story: Story) -> None:
    """Who blocks the bot and comes back finds the question where it was."""
    asha = story.someone("Asha")
    await asha.begins()
    asha.person.blocks()
    await story.settles()
    asha.person.unblocks()
    await story.settles()
    await asha.sends("prefill")
    asha.sees("Right: prefill")


async def test_unknown_commands(story: Story) -> None:
    """A command that there is not is answered by those that there are, and leaves the card open."""
    asha = story.someone("Asha")
    await asha.begins()
    before = story.progress()
    await asha.sends("/frobnicate")
    asha.sees("/review", "/settings")
    assert story.progress() == before
    await asha.sends("prefill")
    asha.sees("Right: prefill")


@pytest.mark.parametrize(
    "command",
    ["/start", "/review", "/decks", "/stats", "/settings", "/help", "/hint", "/start@DohraoBot", "/start x"],
)
async def test_every_command_in_the_middle(story: Story, command: str) -> None:
    """No command but /skip and /undo changes anything about the open question."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends(command)
    assert story.rows(models.Event)["event"] == []
    await asha.sends("prefill")
    asha.sees("Right: prefill" if command != "/hint" else "Right: prefill · with the hint")


async def test_hints_are_typed(story: Story) -> None:
    """/hint shows the hint, again when asked again; a card without one just stands there again."""
    asha = story.someone("Asha")
    await asha.begins()
    for _ in range(2):
        await asha.sends("/hint")
        asha.sees("shuru", "Input ko")
    await asha.sends("prefill", "/hint")
    asha.sees("Token ek-ek")
    asha.does_not_see("button")


async def test_giving_up_is_typed(story: Story) -> None:
    """/skip and "pata nahi" give up the open question like the button."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("/skip")
    asha.sees("prefill", "2 / 4")
    await asha.sends("pata nahi")
    asha.sees("decode", "3 / 4")
    with story.database.read() as session:
        assert [row.quality for row in session.query(models.Event)] == [0, 0]


@pytest.mark.parametrize("text", ["hello", "/hint", "/skip", "/review", "prefill"])
async def test_a_text_without_a_question(story: Story, text: str) -> None:
    """With no question open a text or command says what is waiting or asks it; nothing is graded."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.finishes()
    before = story.progress()
    await asha.sends(text)
    assert asha.last.text
    asha.does_not_see("button")
    assert story.progress() == before


@pytest.mark.parametrize("kind", ["group", "supergroup"])
async def test_groups_are_ignored(story: Story, kind: str) -> None:
    """In a group the bot says and records nothing, command or not."""
    asha = story.someone("Asha")
    for text in ("/start", "/review", "hello"):
        update = asha.person.sends(text)
        story.telegram.take_updates()
        update["message"]["chat"] = {"id": -100123, "type": kind, "title": "Class"}
        await story.handles(update)
        await story.sends_out()
    assert asha.chat == []
    assert story.rows(models.Learner, models.Outbox) == {"learner": [], "outbox": []}


async def test_channel_posts_and_the_like_are_ignored(story: Story) -> None:
    """Updates that come from no person go through without an effect."""
    channel = {"id": -100999, "type": "channel", "title": "News"}
    post = {"message_id": 5, "date": 1796000000, "chat": channel, "text": "/start"}
    asha = story.someone("Asha")
    poll = {"id": "1", "question": "?", "options": [], "total_voter_count": 0, "is_closed": False, "is_anonymous": True,
            "type": "regular", "allows_multiple_answers": False, "allows_revoting": False, "members_only": False}  # fmt: skip
    bodies: tuple[dict[str, Any], ...] = (
        {"channel_post": post},
        {"edited_channel_post": post},
        {"poll": poll},
        {},
    )
    for number, body in enumerate(bodies, 100):
        await story.handles({"update_id": number, **body})
        await story.sends_out()
    assert asha.chat == []
    assert story.rows(models.Outbox)["outbox"] == []


async def test_service_messages_are_ignored(story: Story) -> None:
    """That a message was pinned is no unreadable answer."""
    asha = story.someone("Asha")
    await asha.begins()
    messages = len(asha.chat)
    update = asha.person.sends("x")
    story.telegram.take_updates()
    pinned = {name: update["message"][name] for name in ("message_id", "date", "chat")}
    del update["message"]["text"]
    update["message"]["pinned_message"] = pinned
    await story.handles(update)
    await story.sends_out()
    assert len(asha.chat) == messages
