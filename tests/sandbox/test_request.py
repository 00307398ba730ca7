"""python-telegram-bot over the in-process transport: calls, uploads, long polls, faults."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import httpx
import pytest
from telegram import (
    Bot,
    BotCommand,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    ReplyParameters,
    Update,
)
from telegram.constants import ParseMode, ReactionEmoji
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter, TimedOut
from telegram.request import HTTPXRequest

from bot.sandbox.limits import REACTIONS
from bot.sandbox.request import SandboxRequest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.sandbox.telegram import LocalTelegram, Person

HINT = InlineKeyboardMarkup([[InlineKeyboardButton("Hint", callback_data="h:1")]])


@pytest.fixture
async def bot(local: LocalTelegram) -> AsyncIterator[Bot]:
    """PTB's own bot, speaking to the local Telegram."""
    bot = Bot(local.token, request=SandboxRequest(local), get_updates_request=SandboxRequest(local))
    async with bot:
        yield bot


async def test_every_call_the_bot_makes_is_understood(local: LocalTelegram, asha: Person, bot: Bot) -> None:
    """PTB's calls pass the strict check of names and shapes and come back as PTB's objects."""
    assert bot.username == "DohraoBot"
    await bot.delete_webhook(drop_pending_updates=False)
    await bot.set_my_commands([BotCommand("review", "Review")], language_code="hi")
    await bot.set_my_description("Long", language_code="hi")
    await bot.set_my_short_description("Short")
    sent = await bot.send_message(
        asha.id,
        "<b>1 / 8</b>",
        parse_mode=ParseMode.HTML,
        reply_markup=HINT,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
        reply_parameters=ReplyParameters(1, allow_sending_without_reply=True),
        disable_notification=True,
    )
    assert (sent.text, sent.reply_markup) == ("1 / 8", HINT)
    assert sent.date == local.now
    update = Update.de_json(asha.taps("Hint"), bot)
    assert update.callback_query is not None
    assert await update.callback_query.answer("Noted")
    edited = await bot.edit_message_text("2 / 8", asha.id, sent.message_id, reply_markup=HINT)
    assert isinstance(edited, type(sent))
    await bot.edit_message_reply_markup(asha.id, sent.message_id)
    await bot.send_chat_action(asha.id, "typing")
    await bot.set_message_reaction(asha.id, sent.message_id, "👍")
    await bot.send_message(asha.id, "Name?", reply_markup=ForceReply(input_field_placeholder="Asha"))
    await bot.delete_message(asha.id, sent.message_id)
    assert local.complaints == []
    assert asha.toasts == ["Noted"]


async def test_files_go_both_ways(local: LocalTelegram, asha: Person, bot: Bot) -> None:
    """An upload arrives whole, and what a person sent can be downloaded."""
    await bot.send_document(asha.id, b"# v2", filename="deck.md", caption="<b>v2</b>", parse_mode="HTML")
    posted = local.chat(asha.id)[-1]
    assert (posted.file_name, posted.file_data, posted.text) == ("deck.md", b"# v2", "v2")
    update = asha.sends_document("lesson.md", b"# Lesson")
    file = await bot.get_file(update["message"]["document"]["file_id"])
    assert bytes(await file.download_as_bytearray()) == b"# Lesson"
    assert local.complaints == []


async def test_a_missing_download_is_not_found(local: LocalTelegram, asha: Person, bot: Bot) -> None:
    """A path that getFile did not give, and a foreign token, get an error, not an empty file."""
    base = f"https://api.telegram.org/file/bot{local.token}"
    with pytest.raises(InvalidToken, match=r"^Not Found$"):
        await bot.request.retrieve(f"{base}/files/made-up")
    file_id = asha.sends_document("a.md", b"a")["message"]["document"]["file_id"]
    assert await bot.request.retrieve(f"{base}/files/{file_id}") == b"a"
    with pytest.raises(InvalidToken, match=r"^Unauthorized$"):
        await bot.request.retrieve(f"https://api.telegram.org/file/bot1:x/files/{file_id}")


async def test_a_failing_server_is_seen_by_its_status(asha: Person, local: LocalTelegram, bot: Bot) -> None:
    """A restart says so in JSON; a bad gateway answers a page that is none."""
    local.fail_next("500")
    with pytest.raises(NetworkError, match=r"^Internal Server Error: restart$"):
        await bot.send_message(asha.id, "a")
    local.fail_next("502_html")
    with pytest.raises(NetworkError, match=r"^Bad Gateway \(502\)\. Parsing the server response"):
        await bot.send_message(asha.id, "a")


async def test_refusals_are_ptbs_errors(
    local: LocalTelegram, asha: Person, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each status becomes the exception that the bot will meet in earnest, in PTB's letter case."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # without it PTB warns whenever it makes a RetryAfter
    with pytest.raises(BadRequest) as broken:
        await bot.send_message(asha.id, "List<int>", parse_mode="HTML")
    assert broken.value.message == 'Can\'t parse entities: unsupported start tag "int" at byte offset 4'
    local.flood(asha.id, 30)
    with pytest.raises(RetryAfter) as flood:
        await bot.send_message(asha.id, "a")
    assert flood.value.retry_after == timedelta(seconds=30)
    asha.blocks()
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(asha.id, "a")
    stranger = Bot("123:wrong", request=SandboxRequest(local), get_updates_request=SandboxRequest(local))
    with pytest.raises(InvalidToken):
        await stranger.initialize()


@pytest.mark.parametrize(
    ("how", "error", "cause", "delivered"),
    [
        ("timeout_before", TimedOut, httpx.ReadTimeout, 0),
        ("timeout_after", TimedOut, httpx.ReadTimeout, 1),
        ("reset", NetworkError, httpx.ReadError, 0),
        ("connect", NetworkError, httpx.ConnectError, 0),
        ("500", NetworkError, type(None), 0),
        ("502_html", NetworkError, object, 0),
    ],
)
async def test_a_fault_is_what_a_real_transport_raises(
    local: LocalTelegram,
    asha: Person,
    bot: Bot,
    how: str,
    error: type[Exception],
    cause: type,
    delivered: int,
) -> None:
    """A time-out before and after acceptance look alike; only the chat knows the difference."""
    before = len(local.chat(asha.id))
    local.fail_next(how)  # type: ignore[arg-type]  # the table's strings are the literals
    with pytest.raises(error) as raised:
        await bot.send_message(asha.id, "a")
    assert type(raised.value) is error
    assert isinstance(raised.value.__cause__, cause)
    assert len(local.chat(asha.id)) == before + delivered
    await bot.send_message(asha.id, "b")
    assert len(local.chat(asha.id)) == before + delivered + 1


async def test_causes_are_those_of_ptbs_own_transport() -> None:
    """A refused connection over HTTPXRequest has the same type and cause as the fault "connect"."""
    async with HTTPXRequest(connect_timeout=5) as real:
        with pytest.raises(NetworkError, match=r"^httpx\.ConnectError: ") as raised:
            await real.post("http://127.0.0.1:9/bot1:x/getMe")
    assert type(raised.value) is NetworkError
    assert isinstance(raised.value.__cause__, httpx.ConnectError)


async def test_a_fault_waits_for_its_method(local: LocalTelegram, asha: Person, bot: Bot) -> None:
    """A fault without a method spares polls; one that names getUpdates hits nothing else."""
    local.fail_next("reset")
    await bot.get_updates()
    with pytest.raises(NetworkError):
        await bot.send_message(asha.id, "a")
    local.fail_next("timeout_before", times=2, method="getUpdates")
    await bot.send_message(asha.id, "a")
    for _ in range(2):
        with pytest.raises(TimedOut):
            await bot.get_updates()
    await bot.get_updates()


async def test_a_long_poll_ends_when_something_comes(local: LocalTelegram, asha: Person, bot: Bot) -> None:
    """A waiting poll returns the update as soon as a person sends it."""
    poll = asyncio.ensure_future(bot.get_updates(timeout=50))
    await asyncio.sleep(0.01)
    assert not poll.done()
    sent = asha.sends("prefill")
    (update,) = await poll
    assert update.update_id == sent["update_id"]


async def test_a_poll_without_news_ends_empty(bot: Bot) -> None:
    """A poll with no time to wait returns nothing, at once."""
    assert await bot.get_updates(timeout=0) == ()


async def test_a_second_poll_ends_the_first(local: LocalTelegram, asha: Person, bot: Bot) -> None:
    """Two pollers on one token: the older gets the 409, the younger gets the update."""
    older = asyncio.ensure_future(bot.get_updates(timeout=50))
    await asyncio.sleep(0.01)
    younger = asyncio.ensure_future(bot.get_updates(timeout=50))
    with pytest.raises(Conflict, match="terminated by other getUpdates request; make sure that only one bot"):
        await older
    asha.sends("a")
    assert len(await younger) == 1


async def test_a_cancelled_poll_leaves_no_trace(local: LocalTelegram, bot: Bot) -> None:
    """A poller that stops is neither listened for nor answered with a conflict later."""
    poll = asyncio.ensure_future(bot.get_updates(timeout=50))
    await asyncio.sleep(0.01)
    poll.cancel()
    with pytest.raises(asyncio.CancelledError):
        await poll
    assert local._listeners == []
    assert local._poll is None


def test_reactions_are_telegrams() -> None:
    """The emoji a bot may react with are those that PTB lists."""
    assert frozenset(emoji.value.replace("\ufe0f", "") for emoji in ReactionEmoji) == REACTIONS
