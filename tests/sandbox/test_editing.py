"""Edits and deletions: what may change, what says "not modified", what can never be edited."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from bot.sandbox.telegram import LocalTelegram, Person
    from tests.sandbox.conftest import Call

HINT = {"inline_keyboard": [[{"text": "Hint", "callback_data": "h"}]]}
UNCHANGED = "specified new message content and reply markup are exactly the same as"
NOT_MODIFIED = (
    400,
    f"Bad Request: message is not modified: {UNCHANGED} a current content and reply markup of the message",
)


@pytest.fixture
def question(local: LocalTelegram, asha: Person, accepted: Call) -> dict[str, Any]:
    """Chat and message id of a question with a Hint button."""
    sent = accepted("sendMessage", chat_id=asha.id, text="<b>Q</b>", parse_mode="HTML", reply_markup=HINT)
    return {"chat_id": asha.id, "message_id": sent["message_id"]}


def test_an_edit_replaces_text_and_keyboard(
    local: LocalTelegram, asha: Person, question: dict[str, Any], accepted: Call
) -> None:
    """A question edited into "answered" has the new text, no keyboard, the old date and an edit date."""
    asked = local.now
    local.advance(timedelta(days=400))
    edited = accepted("editMessageText", **question, text="<i>answered</i>", parse_mode="HTML")
    assert edited["edit_date"] == int(local.now.timestamp())
    assert edited["date"] == int(asked.timestamp())
    assert "reply_markup" not in edited
    posted = local.chat(asha.id)[-1]
    assert (posted.text, posted.html, posted.buttons, posted.edited) == (
        "answered",
        "<i>answered</i>",
        (),
        True,
    )
    assert posted.entities == ({"type": "italic", "offset": 0, "length": 8},)


def test_the_same_again_is_not_modified(question: dict[str, Any], accepted: Call, refused: Call) -> None:
    """An edit that changes neither what is shown nor the keyboard is refused, however it is written."""
    same = {**question, "text": " <strong>Q</strong>", "parse_mode": "HTML"}
    assert refused("editMessageText", **same, reply_markup=HINT) == NOT_MODIFIED
    accepted("editMessageText", **same)
    assert refused("editMessageText", **same) == NOT_MODIFIED
    plain = {**question, "text": "Q"}
    accepted("editMessageText", **plain)


def test_a_keyboard_is_edited_alone(
    local: LocalTelegram, asha: Person, question: dict[str, Any], accepted: Call, refused: Call
) -> None:
    """editMessageReplyMarkup keeps the text; without a keyboard it takes the old one away, once."""
    assert refused("editMessageReplyMarkup", **question, reply_markup=HINT) == NOT_MODIFIED
    accepted("editMessageReplyMarkup", **question)
    posted = local.chat(asha.id)[-1]
    assert (posted.text, posted.buttons) == ("Q", ())
    empty: dict[str, Any] = {"inline_keyboard": []}
    assert refused("editMessageReplyMarkup", **question, reply_markup=empty) == NOT_MODIFIED


@pytest.mark.parametrize("method", ["editMessageText", "editMessageReplyMarkup"])
@pytest.mark.parametrize(
    "markup", [{"force_reply": True}, {"keyboard": [[{"text": "x"}]]}, {"remove_keyboard": True}]
)
def test_a_message_with_another_markup_can_never_be_edited(
    asha: Person, accepted: Call, refused: Call, method: str, markup: dict[str, Any]
) -> None:
    """ForceReply, a reply keyboard or its removal make a message final."""
    sent = accepted("sendMessage", chat_id=asha.id, text="a", reply_markup=markup)
    text = {"text": "b"} if method == "editMessageText" else {}
    answer = refused(method, chat_id=asha.id, message_id=sent["message_id"], **text)
    assert answer == (400, "Bad Request: message can't be edited")


def test_only_own_messages_are_edited(
    local: LocalTelegram, asha: Person, question: dict[str, Any], refused: Call
) -> None:
    """A missing message, one of another chat and one of the learner each have their refusal."""
    ravi = local.person("Ravi")
    own = ravi.sends("/start")["message"]["message_id"]
    not_found = (400, "Bad Request: message to edit not found")
    assert refused("editMessageText", chat_id=asha.id, message_id=99, text="b") == not_found
    assert refused("editMessageText", **{**question, "chat_id": ravi.id}, text="b") == not_found
    answer = refused("editMessageText", chat_id=ravi.id, message_id=own, text="b")
    assert answer == (400, "Bad Request: message can't be edited")
    assert refused("editMessageText", chat_id=asha.id, text="b") == (
        400,
        "Bad Request: message identifier is not specified",
    )


def test_a_document_has_no_text_to_edit(local: LocalTelegram, asha: Person, refused: Call) -> None:
    """The caption of a file is not edited as a text."""
    _, body = local.call("sendDocument", {"chat_id": asha.id}, files={"document": ("a.md", b"a")})
    message_id = body["result"]["message_id"]
    answer = refused("editMessageText", chat_id=asha.id, message_id=message_id, text="b")
    assert answer == (400, "Bad Request: there is no text in the message to edit")


def test_the_limits_hold_for_edits(question: dict[str, Any], refused: Call) -> None:
    """Length, markup and buttons of an edit are checked as those of a new message."""
    assert refused("editMessageText", **question, text="a" * 4097)[1] == "Bad Request: message is too long"
    broken = refused("editMessageText", **question, text="</b>", parse_mode="HTML")
    assert broken[1] == "Bad Request: can't parse entities: Unexpected end tag at byte offset 0"
    data = {"inline_keyboard": [[{"text": "x", "callback_data": "y" * 65}]]}
    answer = refused("editMessageReplyMarkup", **question, reply_markup=data)
    assert answer[1] == "Bad Request: BUTTON_DATA_INVALID"


def test_a_deleted_message_is_gone(
    local: LocalTelegram, asha: Person, question: dict[str, Any], accepted: Call, refused: Call
) -> None:
    """A deletion takes a message out of the chat, once; the bot may delete the learner's too."""
    accepted("deleteMessage", **question)
    assert [posted.from_bot for posted in local.chat(asha.id)] == [False]
    assert refused("deleteMessage", **question) == (400, "Bad Request: message to delete not found")
    accepted("deleteMessage", chat_id=asha.id, message_id=local.chat(asha.id)[0].message_id)
    assert local.chat(asha.id) == []


def test_after_48_hours_nothing_is_deleted(
    local: LocalTelegram, question: dict[str, Any], accepted: Call, refused: Call
) -> None:
    """A message can be deleted up to 48 hours; an older one stays, though it can still be edited."""
    other = accepted("sendMessage", chat_id=question["chat_id"], text="a")["message_id"]
    local.advance(timedelta(hours=48))
    accepted("deleteMessage", chat_id=question["chat_id"], message_id=other)
    local.advance(timedelta(seconds=1))
    answer = refused("deleteMessage", **question)
    assert answer == (400, "Bad Request: message can't be deleted for everyone")
    accepted("editMessageText", **question, text="b")
