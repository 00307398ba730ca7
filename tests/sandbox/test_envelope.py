"""How a call is answered: the envelope, the wording of refusals, tokens, unknown names, shapes of values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.sandbox.errors import describe

if TYPE_CHECKING:
    from bot.sandbox.telegram import LocalTelegram, Person
    from tests.sandbox.conftest import Call


def test_an_accepted_call_is_wrapped(local: LocalTelegram) -> None:
    """A result travels as {"ok": true, "result": ...} with status 200."""
    status, body = local.call("getMe", {})
    assert status == 200
    assert body["ok"] is True
    assert body["result"]["username"] == "DohraoBot"
    assert body["result"]["is_bot"] is True


def test_a_refusal_carries_its_status(local: LocalTelegram, asha: Person) -> None:
    """The error code in the body is the HTTP status, and there are no parameters without need."""
    refusal = local.call("sendMessage", {"chat_id": asha.id, "text": ""})
    assert refusal == (
        400,
        {"ok": False, "error_code": 400, "description": "Bad Request: message text is empty"},
    )


@pytest.mark.parametrize(
    ("reason", "description"),
    [
        ("Message text is empty", "Bad Request: message text is empty"),
        ("BUTTON_DATA_INVALID", "Bad Request: BUTTON_DATA_INVALID"),
        ("A_B", "Bad Request: A_B"),
        ("Can't parse entities: Unclosed start tag", "Bad Request: can't parse entities: Unclosed start tag"),
        ("", "Bad Request"),
    ],
)
def test_the_first_letter_is_lowered_unless_a_capital_or_underscore_follows(
    reason: str, description: str
) -> None:
    """The server's generic rule for every text of a refusal."""
    assert describe(400, reason) == description


def test_method_names_are_case_insensitive(local: LocalTelegram) -> None:
    """GETME is getMe."""
    assert local.call("GETME", {})[0] == 200


def test_an_unknown_method_is_not_found_and_complained_about(local: LocalTelegram) -> None:
    """A method that the sandbox does not know answers 404 and fails the test that asks for complaints."""
    assert local.call("sendDice", {}) == (
        404,
        {"ok": False, "error_code": 404, "description": "Not Found: method not found"},
    )
    assert local.complaints == ["unknown method 'sendDice'"]


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"text": "a", "txt": "b"}, "unknown parameter 'txt' of sendMessage"),
        ({}, "sendMessage without its parameter 'text'"),
        ({"text": 5}, "sendMessage: text is 5, not String"),
        ({"text": "a", "protect_content": 1}, "sendMessage: protect_content is 1, not Boolean"),
        ({"text": "a", "entities": "[{"}, "sendMessage: entities is '[{', which is no JSON"),
        (
            {"text": "a", "reply_markup": {"inline_keyboard": [[{"text": "x", "callback": "y"}]]}},
            "sendMessage: reply_markup.inline_keyboard: unknown field 'callback' of InlineKeyboardButton",
        ),
        ({"text": "a", "message_effect_id": "1"}, "unknown parameter 'message_effect_id' of sendMessage"),
        ({"text": "a", "parse_mode": "MarkdownV2"}, "parse_mode MarkdownV2"),
    ],
)
def test_an_unknown_parameter_is_refused_and_complained_about(
    local: LocalTelegram, asha: Person, parameters: dict[str, object], complaint: str
) -> None:
    """What the real server would ignore, or the sandbox cannot do, never passes in silence."""
    status, body = local.call("sendMessage", {"chat_id": asha.id, **parameters})
    assert status == 400
    assert body["description"] == describe(400, complaint)
    assert local.complaints == [complaint]
    assert local.calls == []


def test_a_form_and_json_mean_the_same(local: LocalTelegram, asha: Person, accepted: Call) -> None:
    """Numbers, booleans and objects may come as text, as in a posted form."""
    keyboard = {"inline_keyboard": [[{"text": "Hint", "callback_data": "h"}]]}
    sent = accepted(
        "sendMessage",
        chat_id=str(asha.id),
        text="12",
        reply_markup=json.dumps(keyboard),
        protect_content="true",
    )
    assert sent["text"] == "12"
    assert sent["reply_markup"] == keyboard
    assert sent["has_protected_content"] is True


@pytest.mark.parametrize(
    ("token", "description"),
    [("not a token", "Unauthorized: invalid token specified"), ("123:other", "Unauthorized")],
)
def test_a_wrong_token_is_unauthorized(local: LocalTelegram, token: str, description: str) -> None:
    """A malformed and a foreign token are both 401, in different words."""
    assert local.call("getMe", {}, token=token) == (
        401,
        {"ok": False, "error_code": 401, "description": description},
    )


def test_accepted_calls_are_logged_and_refused_ones_are_not(local: LocalTelegram, asha: Person) -> None:
    """`calls` is what Telegram took, in order."""
    local.call("sendMessage", {"chat_id": asha.id, "text": "a"})
    local.call("sendMessage", {"chat_id": asha.id, "text": ""})
    local.call("getme", {})
    assert local.calls == [("sendMessage", {"chat_id": asha.id, "text": "a"}), ("getMe", {})]


def test_flood_control_answers_429_as_often_as_asked(local: LocalTelegram, asha: Person) -> None:
    """The next calls to the flooded chat say how long to wait; other chats and later calls pass."""
    ravi = local.person("Ravi")
    ravi.sends("/start")
    local.flood(asha.id, 30, times=2)
    for _ in range(2):
        assert local.call("sendMessage", {"chat_id": asha.id, "text": "a"}) == (
            429,
            {
                "ok": False,
                "error_code": 429,
                "description": "Too Many Requests: retry after 30",
                "parameters": {"retry_after": 30},
            },
        )
        assert local.call("sendMessage", {"chat_id": ravi.id, "text": "a"})[0] == 200
    assert local.call("sendMessage", {"chat_id": asha.id, "text": "a"})[0] == 200
    assert len(local.chat(asha.id)) == 2


def test_a_general_flood_hits_any_call_but_a_poll(local: LocalTelegram) -> None:
    """A poller running beside the test does not use up the flood."""
    local.flood(None, 5)
    assert local.call("getUpdates", {})[0] == 200
    assert local.call("getMe", {})[0] == 429


def test_results_are_copies(local: LocalTelegram, asha: Person, accepted: Call) -> None:
    """Changing an answer or an update does not change what Telegram remembers."""
    accepted("getMe")["username"] = "else"
    asha.sends("hello")["message"]["from"]["first_name"] = "else"
    assert accepted("getMe")["username"] == "DohraoBot"
    assert asha.first_name == "Asha"


def test_the_clock_needs_a_zone(local: LocalTelegram) -> None:
    """A naive instant is refused, since Telegram's dates are instants."""
    with pytest.raises(ValueError, match="aware"):
        local.set_clock(local.now.replace(tzinfo=None))
