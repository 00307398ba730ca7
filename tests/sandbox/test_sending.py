"""sendMessage: what arrives, which texts are refused, and whom the bot may write to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from bot.sandbox.telegram import LocalTelegram, Person
    from tests.sandbox.conftest import Call

Json = dict[str, Any]


def test_a_message_stands_as_it_was_parsed(local: LocalTelegram, asha: Person, accepted: Call) -> None:
    """Text, entities, buttons, date and the source of a sent message can be read back."""
    row = [{"text": "Hint", "callback_data": "h:1"}, {"text": "Site", "url": "https://telegram.org"}]
    sent = accepted(
        "sendMessage",
        chat_id=asha.id,
        text="<b>1 / 8</b> a &lt; b ",
        parse_mode="HTML",
        reply_markup={"inline_keyboard": [row]},
        link_preview_options={"is_disabled": True},
    )
    assert sent["from"]["is_bot"] is True
    assert sent["chat"] == {"id": asha.id, "type": "private", "first_name": "Asha"}
    assert sent["date"] == int(local.now.timestamp())
    assert sent["link_preview_options"] == {"is_disabled": True}
    _, posted = local.chat(asha.id)
    assert (posted.message_id, posted.from_bot, posted.date) == (sent["message_id"], True, local.now)
    assert posted.text == sent["text"] == "1 / 8 a < b"
    assert posted.entities == ({"type": "bold", "offset": 0, "length": 5},)
    assert posted.buttons == ((("Hint", "h:1"), ("Site", "")),)
    assert posted.html == "<b>1 / 8</b> a &lt; b "
    assert (posted.edited, posted.reply_kind, posted.kind) == (False, None, "text")


@pytest.mark.parametrize("text", ["List<int> && a<b", "&amp;", "_*[", "<3 & Co"])
def test_without_a_parse_mode_text_is_literal(
    local: LocalTelegram, asha: Person, accepted: Call, text: str
) -> None:
    """Plain text is shown as it is, whatever markup it looks like."""
    accepted("sendMessage", chat_id=asha.id, text=text)
    assert local.chat(asha.id)[-1].text == text


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("", "message text is empty"),
        (" \n ", "text must be non-empty"),
        ("<b></b>", "text must be non-empty"),
        ("a" * 4097, "message is too long"),
        ("😀" * 4097, "message is too long"),
        ("a" * 32769, "text is too long"),
        ("<b></b>" * 4682, "text is too long"),
        ("List<int>", 'can\'t parse entities: Unsupported start tag "int" at byte offset 4'),
        ("<b>x", "can't parse entities: Can't find end tag corresponding to start tag \"b\""),
    ],
)
def test_a_text_that_does_not_fit_is_refused(
    asha: Person, refused: Call, text: str, description: str
) -> None:
    """Empty, blank, too long before or after parsing, or broken: each has its own words."""
    answer = refused("sendMessage", chat_id=asha.id, text=text, parse_mode="html")
    assert answer == (400, f"Bad Request: {description}")


@pytest.mark.parametrize("text", ["a" * 4096, "😀" * 4096, "&lt;" * 4096, " " * 50 + "a" * 4096])
def test_the_limit_counts_code_points_after_parsing(asha: Person, accepted: Call, text: str) -> None:
    """4096 characters as shown fit, however many bytes, units or references they take."""
    assert len(accepted("sendMessage", chat_id=asha.id, text=text, parse_mode="HTML")["text"]) == 4096


def test_an_unknown_parse_mode_is_refused(asha: Person, refused: Call) -> None:
    """There is no mode beside HTML and the Markdowns."""
    answer = refused("sendMessage", chat_id=asha.id, text="a", parse_mode="bbcode")
    assert answer == (400, "Bad Request: unsupported parse_mode")


def test_explicit_entities_are_counted_in_utf16(asha: Person, accepted: Call, refused: Call) -> None:
    """Entities may be given beside the text; one that leaves it is refused."""
    bold = {"type": "bold", "offset": 3, "length": 1}
    assert accepted("sendMessage", chat_id=asha.id, text="👍 a", entities=[bold])["entities"] == [bold]
    assert refused("sendMessage", chat_id=asha.id, text="👍 a", entities=[{**bold, "length": 2}]) == (
        400,
        "Bad Request: entity beginning at UTF-16 offset 3 ends after the end of the text at UTF-16 offset 5",
    )


def test_a_reply_needs_its_message(local: LocalTelegram, asha: Person, accepted: Call, refused: Call) -> None:
    """A reply to a deleted message is refused unless it may go without."""
    first = accepted("sendMessage", chat_id=asha.id, text="a")["message_id"]
    reply = accepted("sendMessage", chat_id=asha.id, text="b", reply_parameters={"message_id": first})
    assert reply["reply_to_message"]["message_id"] == first
    accepted("deleteMessage", chat_id=asha.id, message_id=first)
    answer = refused("sendMessage", chat_id=asha.id, text="b", reply_parameters={"message_id": first})
    assert answer == (400, "Bad Request: message to be replied not found")
    lenient = {"message_id": first, "allow_sending_without_reply": True}
    assert "reply_to_message" not in accepted(
        "sendMessage", chat_id=asha.id, text="b", reply_parameters=lenient
    )


@pytest.mark.parametrize("chat_id", [404, "@nobody", ""])
def test_an_unknown_chat_is_not_found(refused: Call, chat_id: object) -> None:
    """A chat that Telegram has never heard of is a 400, not a 403."""
    reason = "chat_id is empty" if chat_id == "" else "chat not found"
    assert refused("sendMessage", chat_id=chat_id, text="a") == (400, f"Bad Request: {reason}")


def test_somebody_who_never_wrote_cannot_be_written_to(local: LocalTelegram, refused: Call) -> None:
    """A bot cannot begin a conversation; the first message of the person opens it."""
    ravi = local.person("Ravi")
    answer = refused("sendMessage", chat_id=ravi.id, text="a")
    assert answer == (403, "Forbidden: bot can't initiate conversation with a user")
    ravi.sends("hello")
    assert local.call("sendMessage", {"chat_id": ravi.id, "text": "a"})[0] == 200


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        ("sendMessage", {"text": "b"}),
        ("sendChatAction", {"action": "typing"}),
        ("editMessageText", {"message_id": 2, "text": "b"}),
    ],
)
def test_a_block_is_a_state(
    local: LocalTelegram, asha: Person, accepted: Call, refused: Call, method: str, parameters: Json
) -> None:
    """Every call to somebody who blocked the bot is a 403 until the block is taken back."""
    accepted("sendMessage", chat_id=asha.id, text="a")
    asha.blocks()
    for _ in range(2):
        answer = refused(method, chat_id=asha.id, **parameters)
        assert answer == (403, "Forbidden: bot was blocked by the user")
    asha.unblocks()
    accepted(method, chat_id=asha.id, **parameters)


def test_a_deleted_account_is_gone(asha: Person, refused: Call) -> None:
    """A send to a deactivated user is a 403 of its own wording."""
    asha.deactivates()
    assert refused("sendMessage", chat_id=asha.id, text="a") == (403, "Forbidden: user is deactivated")
