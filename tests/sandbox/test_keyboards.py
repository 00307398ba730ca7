"""What may hang below a message: inline buttons, reply keyboards, ForceReply, and their limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from bot.sandbox.telegram import LocalTelegram, Person
    from tests.sandbox.conftest import Call

Json = dict[str, Any]


def keyboard(*buttons: Json) -> Json:
    return {"inline_keyboard": [list(buttons)]}


@pytest.mark.parametrize("data", ["a", "a" * 64, "Й" * 32, "😀" * 16])
def test_callback_data_of_64_bytes_fits(asha: Person, accepted: Call, data: str) -> None:
    """One to sixty-four bytes of UTF-8 may ride on a button."""
    markup = keyboard({"text": "x", "callback_data": data})
    sent = accepted("sendMessage", chat_id=asha.id, text="a", reply_markup=markup)
    assert sent["reply_markup"] == markup


@pytest.mark.parametrize("data", ["a" * 65, "Й" * 33, "Й" * 60, "😀" * 17])
def test_callback_data_over_64_bytes_is_refused(asha: Person, refused: Call, data: str) -> None:
    """Bytes count, not letters: a deck title of 60 Cyrillic letters does not fit."""
    markup = keyboard({"text": "x", "callback_data": data})
    answer = refused("sendMessage", chat_id=asha.id, text="a", reply_markup=markup)
    assert answer == (400, "Bad Request: BUTTON_DATA_INVALID")


@pytest.mark.parametrize(
    ("button", "description"),
    [
        (
            {"text": "x", "callback_data": ""},
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
        (
            {"text": "x"},
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
        (
            {"text": "x", "callback_data": "y", "style": "loud"},
            "can't parse inline keyboard button: invalid button style specified",
        ),
        ({"text": "x", "url": "h:1"}, "inline keyboard button URL 'h:1' is invalid: Wrong HTTP URL"),
        (
            {"text": "x", "copy_text": {"text": "y" * 257}},
            "can't parse inline keyboard button: Text to copy must have 1 to 256 characters",
        ),
    ],
)
def test_a_button_must_do_something(asha: Person, refused: Call, button: Json, description: str) -> None:
    """A button without data, with an unknown style or a broken address is refused."""
    answer = refused("sendMessage", chat_id=asha.id, text="a", reply_markup=keyboard(button))
    assert answer == (400, f"Bad Request: {description}")


def test_buttons_without_text_are_dropped(local: LocalTelegram, asha: Person, accepted: Call) -> None:
    """The server leaves out an empty button and the row it leaves empty."""
    markup = {
        "inline_keyboard": [[{"text": "", "callback_data": "a"}], [{"text": "b", "callback_data": "b"}]]
    }
    accepted("sendMessage", chat_id=asha.id, text="a", reply_markup=markup)
    assert local.chat(asha.id)[-1].buttons == ((("b", "b"),),)


@pytest.mark.parametrize(
    ("markup", "kind"),
    [
        ({"force_reply": True}, "force_reply"),
        ({"keyboard": [[{"text": "x"}]]}, "keyboard"),
        ({"remove_keyboard": True}, "remove_keyboard"),
    ],
)
def test_other_markups_are_told_apart(
    local: LocalTelegram, asha: Person, accepted: Call, markup: Json, kind: str
) -> None:
    """A reply keyboard, its removal and ForceReply are seen on the message, not sent back."""
    sent = accepted("sendMessage", chat_id=asha.id, text="a", reply_markup=markup)
    assert "reply_markup" not in sent
    assert local.chat(asha.id)[-1].reply_kind == kind


def test_a_placeholder_has_at_most_64_characters(asha: Person, accepted: Call, refused: Call) -> None:
    """The grey text in the input field is limited."""
    accepted(
        "sendMessage",
        chat_id=asha.id,
        text="a",
        reply_markup={"force_reply": True, "input_field_placeholder": "x" * 64},
    )
    markup = {"force_reply": True, "input_field_placeholder": "x" * 65}
    assert refused("sendMessage", chat_id=asha.id, text="a", reply_markup=markup)[0] == 400
