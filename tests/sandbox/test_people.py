"""What people do: the updates they cause, taps and their answers, blocks."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from bot.sandbox.telegram import LocalTelegram, Person
    from tests.sandbox.conftest import Call

HINT = {"inline_keyboard": [[{"text": "Hint", "callback_data": "h:1"}]]}
TOO_OLD = (400, "Bad Request: query is too old and response timeout expired or query ID is invalid")


def test_people_have_ids_beyond_32_bits_and_maybe_no_names(local: LocalTelegram) -> None:
    """New users get large ids of their own; what they did not give is absent from their updates."""
    asha, ravi = (
        local.person("Asha"),
        local.person("Ravi", username="ravi", last_name="K", language_code="hi"),
    )
    assert 2**32 < asha.id < ravi.id
    assert asha.sends("a")["message"]["from"] == {"id": asha.id, "is_bot": False, "first_name": "Asha"}
    chat = ravi.sends("a")["message"]["chat"]
    expected = {"id": ravi.id, "type": "private", "first_name": "Ravi", "last_name": "K", "username": "ravi"}
    assert chat == expected
    with pytest.raises(ValueError, match="already"):
        local.person("Else", user_id=asha.id)


def test_a_text_is_an_update_and_a_message(local: LocalTelegram, asha: Person) -> None:
    """What is sent waits for the bot and stands in the chat, trimmed as the app trims it."""
    update = asha.sends(" prefill\n")
    assert update["message"]["text"] == "prefill"
    assert local.updates() == [update]
    posted = local.chat(asha.id)[-1]
    assert (posted.text, posted.from_bot, posted.date) == ("prefill", False, local.now)


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("/start", [(0, 6)]),
        ("/start deep-link_1", [(0, 6)]),
        ("/start@DohraoBot x", [(0, 16)]),
        ("👍 /review", [(3, 7)]),
        ("a/b", []),
        ("TCP/IP and //x", []),
        ("/दोहराओ", []),
        ("/hint /undo", [(0, 5), (6, 5)]),
        ("/" + "a" * 65, []),
    ],
)
def test_commands_in_a_text_are_marked(asha: Person, text: str, commands: list[tuple[int, int]]) -> None:
    """A command is an entity in UTF-16 units; a slash between words is none."""
    found = asha.sends(text)["message"].get("entities", [])
    assert [(entity["offset"], entity["length"]) for entity in found] == commands
    assert all(entity["type"] == "bot_command" for entity in found)


def test_the_app_refuses_what_it_cannot_send(asha: Person) -> None:
    """A text beyond one message is an error of the test, not a silent cut."""
    asha.sends("a" * 4096)
    with pytest.raises(ValueError, match="at most 4096"):
        asha.sends("a" * 4097)


def test_an_edit_is_an_update_with_both_dates(local: LocalTelegram, asha: Person, accepted: Call) -> None:
    """An edited message keeps its id and date; the bot's messages cannot be edited by a person."""
    first = asha.sends("prefil")["message"]
    local.advance(timedelta(seconds=30))
    edited = asha.edits(first["message_id"], "prefill")["edited_message"]
    assert (edited["message_id"], edited["date"], edited["text"]) == (
        first["message_id"],
        first["date"],
        "prefill",
    )
    assert edited["edit_date"] == first["date"] + 30
    sent = accepted("sendMessage", chat_id=asha.id, text="a")
    with pytest.raises(ValueError, match="cannot edit"):
        asha.edits(sent["message_id"], "b")


def test_answers_that_are_no_text_have_none(local: LocalTelegram, asha: Person) -> None:
    """Stickers, voices, photos, places and files arrive under their own field, without text."""
    updates = [
        asha.sends_sticker(),
        asha.sends_voice(),
        asha.sends_photo(),
        asha.sends_location(28.6, 77.2),
        asha.sends_document("lesson-13.md", b"# Lesson"),
    ]
    kinds = ["sticker", "voice", "photo", "location", "document"]
    for update, kind in zip(updates, kinds, strict=True):
        assert kind in update["message"]
        assert "text" not in update["message"]
    assert [posted.kind for posted in local.chat(asha.id)[1:]] == kinds
    assert local.chat(asha.id)[-1].file_data == b"# Lesson"


def test_a_reply_shows_what_it_answers(asha: Person, accepted: Call) -> None:
    """A message sent as a reply carries the answered message."""
    sent = accepted("sendMessage", chat_id=asha.id, text="Which phase?")
    update = asha.sends("prefill", reply_to=sent["message_id"])
    assert update["message"]["reply_to_message"]["text"] == "Which phase?"


def test_a_tap_finds_the_newest_button_of_that_text(
    local: LocalTelegram, asha: Person, accepted: Call
) -> None:
    """A button is tapped by what it says, on the newest message that shows it, or on a named message."""
    first = accepted("sendMessage", chat_id=asha.id, text="1", reply_markup=HINT)
    second = accepted("sendMessage", chat_id=asha.id, text="2", reply_markup=HINT)
    accepted("sendMessage", chat_id=asha.id, text="3")
    query = asha.taps("Hint")["callback_query"]
    assert (query["data"], query["message"]["message_id"]) == ("h:1", second["message_id"])
    assert query["from"]["id"] == asha.id
    older = asha.taps(message_id=first["message_id"])["callback_query"]
    assert older["message"]["message_id"] == first["message_id"]
    with pytest.raises(LookupError, match="no button 'Undo'"):
        asha.taps("Undo")


def test_people_only_reach_their_own_messages(local: LocalTelegram, asha: Person) -> None:
    """A tap on, or an edit of, a message in another chat is an error of the test."""
    ravi = local.person("Ravi")
    own = ravi.sends("/start")["message"]["message_id"]
    with pytest.raises(LookupError, match="in the chat of Asha"):
        asha.edits(own, "b")
    with pytest.raises(LookupError, match="in the chat of Asha"):
        asha.taps(message_id=own)


def test_a_tap_may_be_forged_or_come_from_an_old_screen(asha: Person, accepted: Call) -> None:
    """Any data can arrive, also on a message that has been deleted since."""
    sent = accepted("sendMessage", chat_id=asha.id, text="1", reply_markup=HINT)
    forged = asha.taps(data="x" * 64)["callback_query"]
    assert (forged["data"], forged["message"]["message_id"]) == ("x" * 64, sent["message_id"])
    accepted("deleteMessage", chat_id=asha.id, message_id=sent["message_id"])
    late = asha.taps(data="h:1", message_id=sent["message_id"])["callback_query"]["message"]
    assert late == {
        "chat": {"id": asha.id, "type": "private", "first_name": "Asha"},
        "message_id": 2,
        "date": 0,
    }


def test_a_link_button_sends_nothing(asha: Person, accepted: Call) -> None:
    """Tapping an address opens it; the bot never hears of it."""
    markup = {"inline_keyboard": [[{"text": "Site", "url": "https://telegram.org"}]]}
    accepted("sendMessage", chat_id=asha.id, text="1", reply_markup=markup)
    with pytest.raises(LookupError, match="sends nothing"):
        asha.taps("Site")


@pytest.fixture
def tap_id(asha: Person, accepted: Call) -> str:
    """The id of a fresh tap."""
    accepted("sendMessage", chat_id=asha.id, text="1", reply_markup=HINT)
    number: str = asha.taps("Hint")["callback_query"]["id"]
    return number


def test_the_answer_to_a_tap_is_a_toast(asha: Person, tap_id: str, accepted: Call) -> None:
    """The tapper sees the text of each answer, the empty one included."""
    accepted("answerCallbackQuery", callback_query_id=tap_id, text="Noted")
    accepted("answerCallbackQuery", callback_query_id=asha.taps("Hint")["callback_query"]["id"])
    assert asha.toasts == ["Noted", ""]


def test_a_tap_is_answered_once_and_in_time(
    local: LocalTelegram, asha: Person, tap_id: str, accepted: Call, refused: Call
) -> None:
    """A second answer, one after 150 s and one to an unknown tap are refused alike, without a toast."""
    accepted("answerCallbackQuery", callback_query_id=tap_id)
    assert refused("answerCallbackQuery", callback_query_id=tap_id) == TOO_OLD
    assert refused("answerCallbackQuery", callback_query_id="99") == TOO_OLD
    late, in_time = (asha.taps("Hint")["callback_query"]["id"] for _ in range(2))
    local.advance(timedelta(seconds=149))
    accepted("answerCallbackQuery", callback_query_id=in_time)
    local.advance(timedelta(seconds=1))
    assert refused("answerCallbackQuery", callback_query_id=late) == TOO_OLD
    assert asha.toasts == ["", ""]


def test_a_toast_has_at_most_200_characters(tap_id: str, accepted: Call, refused: Call) -> None:
    """A longer answer to a tap is refused and can be given again, shorter."""
    answer = refused("answerCallbackQuery", callback_query_id=tap_id, text="x" * 201)
    assert answer == (400, "Bad Request: MESSAGE_TOO_LONG")
    accepted("answerCallbackQuery", callback_query_id=tap_id, text="x" * 200)


def test_a_block_tells_the_bot_and_stops_the_person(local: LocalTelegram, asha: Person) -> None:
    """Blocking and unblocking are my_chat_member updates; in between the app sends nothing."""
    blocked = asha.blocks()["my_chat_member"]
    assert (blocked["old_chat_member"]["status"], blocked["new_chat_member"]["status"]) == (
        "member",
        "kicked",
    )
    assert blocked["new_chat_member"]["user"]["is_bot"] is True
    with pytest.raises(ValueError, match="Asha cannot do this: blocked"):
        asha.sends("hello")
    unblocked = asha.unblocks()["my_chat_member"]
    assert (unblocked["old_chat_member"]["status"], unblocked["new_chat_member"]["status"]) == (
        "kicked",
        "member",
    )
    asha.sends("hello")
    assert [max(update.keys() - {"update_id"}) for update in local.updates()] == [
        "my_chat_member",
        "my_chat_member",
        "message",
    ]


def test_a_deleted_account_does_nothing_more(local: LocalTelegram, asha: Person) -> None:
    """A deactivated user leaves without an update and cannot come back."""
    asha.deactivates()
    assert local.updates() == []
    with pytest.raises(ValueError, match="deactivated"):
        asha.sends("hello")
    with pytest.raises(ValueError, match="has not blocked"):
        asha.unblocks()
