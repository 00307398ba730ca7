"""Chat actions, reactions, command lists and descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from bot.sandbox.telegram import LocalTelegram, Person
    from tests.sandbox.conftest import Call

Json = dict[str, Any]


def test_a_chat_action_must_be_one(asha: Person, accepted: Call, refused: Call) -> None:
    """typing is shown; an action that does not exist is refused."""
    assert accepted("sendChatAction", chat_id=asha.id, action="typing") is True
    answer = refused("sendChatAction", chat_id=asha.id, action="dancing")
    assert answer == (400, "Bad Request: wrong parameter action in request")


def test_a_reaction_is_one_known_emoji(
    local: LocalTelegram, asha: Person, accepted: Call, refused: Call
) -> None:
    """A bot may set one of Telegram's reactions on a message and take it back."""
    message_id = asha.sends("prefill")["message"]["message_id"]
    where = {"chat_id": asha.id, "message_id": message_id}
    accepted("setMessageReaction", **where, reaction=[{"type": "emoji", "emoji": "👍"}])
    assert local.chat(asha.id)[-1].reaction == "👍"
    accepted("setMessageReaction", **where, reaction=[])
    assert local.chat(asha.id)[-1].reaction == ""
    wrong = refused("setMessageReaction", **where, reaction=[{"type": "emoji", "emoji": "✅"}])
    assert wrong == (400, "Bad Request: REACTION_INVALID")
    two = [{"type": "emoji", "emoji": "👍"}, {"type": "emoji", "emoji": "🔥"}]
    assert refused("setMessageReaction", **where, reaction=two) == (400, "Bad Request: REACTIONS_TOO_MANY")
    missing = refused("setMessageReaction", chat_id=asha.id, message_id=99, reaction=[])
    assert missing == (400, "Bad Request: message to react not found")


def test_commands_are_kept_by_language(local: LocalTelegram, accepted: Call) -> None:
    """A command list is set for everybody or for a language, without its slashes."""
    accepted("setMyCommands", commands=[{"command": "/review", "description": " Review "}])
    accepted("setMyCommands", commands=[{"command": "review", "description": "दोहराओ"}], language_code="hi")
    assert local.commands() == [{"command": "review", "description": "Review"}]
    assert local.commands("hi") == [{"command": "review", "description": "दोहराओ"}]
    assert local.commands("de") == []


@pytest.mark.parametrize(
    ("command", "description", "reason"),
    [
        ("a" * 33, "x", "command length must not exceed 32"),
        ("/", "x", "command must be non-empty"),
        ("review", " ", "command description must be non-empty"),
        ("review", "x" * 257, "command description length must not exceed 256"),
        ("Review", "x", "BOT_COMMAND_INVALID"),
        ("re-view", "x", "BOT_COMMAND_INVALID"),
    ],
)
def test_a_command_has_limits(refused: Call, command: str, description: str, reason: str) -> None:
    """1 to 32 of a-z, 0-9 and _, with a description of 1 to 256 characters."""
    answer = refused("setMyCommands", commands=[{"command": command, "description": description}])
    assert answer == (400, f"Bad Request: {reason}")


def test_at_most_a_hundred_commands(accepted: Call, refused: Call) -> None:
    """The hundred and first command is too much."""
    commands = [{"command": f"c{number}", "description": "x"} for number in range(101)]
    accepted("setMyCommands", commands=commands[:100])
    assert refused("setMyCommands", commands=commands) == (400, "Bad Request: BOT_COMMANDS_TOO_MUCH")


@pytest.mark.parametrize("method", ["setMyCommands", "setMyDescription", "setMyShortDescription"])
def test_a_language_is_two_letters(refused: Call, method: str) -> None:
    """A language tag such as hi-Latn is not taken by Telegram."""
    given: Json = {"commands": []} if method == "setMyCommands" else {}
    answer = refused(method, **given, language_code="hi-Latn")
    assert answer == (400, "Bad Request: invalid language code specified")


@pytest.mark.parametrize(
    ("method", "name", "longest"),
    [("setMyDescription", "description", 512), ("setMyShortDescription", "short_description", 120)],
)
def test_descriptions_have_limits(
    accepted: Call, refused: Call, method: str, name: str, longest: int
) -> None:
    """The bot's long and short descriptions fit 512 and 120 characters."""
    accepted(method, **{name: "x" * longest}, language_code="hi")
    assert refused(method, **{name: "x" * (longest + 1)})[0] == 400
