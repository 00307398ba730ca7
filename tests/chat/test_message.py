"""Messages become parameters that Telegram takes."""

from __future__ import annotations

import pytest

from bot.chat.html import bold, join
from bot.chat.message import Button, Message, Toast, payloads
from bot.texts import Html, escape


def test_one_part() -> None:
    """A message is HTML without link previews and, without buttons, without a keyboard."""
    assert payloads(Message(bold(escape("a<b")))) == [
        {"text": "<b>a&lt;b</b>", "parse_mode": "HTML", "link_preview_options": {"is_disabled": True}}
    ]


def test_the_keyboard_is_on_the_last_part() -> None:
    """In a long message the thumb finds the buttons below its end."""
    lines = join("\n", (escape(f"line {number}") for number in range(1000)))
    first, *others = payloads(Message(lines, ((Button("Hint", "hint:1"),), (Button("⋯", "more:1"),))))
    assert "reply_markup" not in first
    assert [others[-1]["reply_markup"]] == [part["reply_markup"] for part in others if "reply_markup" in part]
    assert others[-1]["reply_markup"] == {
        "inline_keyboard": [
            [{"text": "Hint", "callback_data": "hint:1"}],
            [{"text": "⋯", "callback_data": "more:1"}],
        ]
    }


def test_nothing_is_no_message() -> None:
    """A message without a visible character is a mistake of ours, found before Telegram finds it."""
    with pytest.raises(ValueError, match="shows nothing"):
        payloads(Message(Html("<b> </b>")))


@pytest.mark.parametrize("data", ["", "x" * 65, "д" * 33])
def test_data_fits(data: str) -> None:
    """Callback data is 1 to 64 bytes, not characters."""
    with pytest.raises(ValueError, match="callback data"):
        Button("x", data)
    assert Button("x", "д" * 32).data


def test_button_and_toast_texts() -> None:
    """A button says something, and a toast no more than Telegram shows."""
    with pytest.raises(ValueError, match="without a text"):
        Button(" ", "x")
    with pytest.raises(ValueError, match="at most 200"):
        Toast("x" * 201)
    assert Toast("x" * 200).text
