"""What the server refuses before it looks at the chat: lengths, keyboards, commands, reactions.

"srv" marks a refusal that the closed server makes; where its wording is not known, the wording is ours.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.sandbox.errors import Json, bad_request
from bot.sandbox.formatting import tidy
from bot.sandbox.markup import MarkupError, checked_link, parse_html, utf16_length
from bot.sandbox.signatures import UnknownToSandbox

if TYPE_CHECKING:
    from collections.abc import Sequence

RAW_BYTES = 1 << 15
TEXT = 4096
CAPTION = 1024
CALLBACK_DATA_BYTES = 64
TOAST = 200
PLACEHOLDER = 64
COPIED_TEXT = 256
COMMANDS = 100
COMMAND = 32
COMMAND_DESCRIPTION = 256
DESCRIPTION = 512
SHORT_DESCRIPTION = 120
UPLOAD_BYTES = 50 << 20
DOWNLOAD_BYTES = 20 << 20

_ACTIONS = """
typing upload_photo record_video upload_video record_voice upload_voice upload_document choose_sticker find_location
record_video_note upload_video_note
"""
ACTIONS = frozenset(_ACTIONS.split())
_REACTIONS = """
👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃
🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡
"""
REACTIONS = frozenset(_REACTIONS.split())
# The mark that asks for an emoji in colour; programs write it or not, and the server does not mind.
_EMOJI_STYLE = "\ufe0f"
_STYLES = ("primary", "success", "danger")


def read_text(given: Json) -> tuple[str, list[Json]]:
    """Text and entities of a message from `text`, `parse_mode` and `entities`."""
    if not given["text"]:
        raise bad_request("Message text is empty")
    if len(given["text"].encode(errors="surrogatepass")) > RAW_BYTES:
        raise bad_request("Text is too long")
    text, entities = _formatted(given["text"], given.get("parse_mode", ""), given.get("entities", []))
    if len(text) > TEXT:
        raise bad_request("Message is too long")
    return text, entities


def read_caption(given: Json) -> tuple[str, list[Json]]:
    """Caption and entities of a document, both empty when there is none."""
    if not given.get("caption"):
        return "", []
    text, entities = _formatted(
        given["caption"], given.get("parse_mode", ""), given.get("caption_entities", [])
    )
    if len(text) > CAPTION:
        raise bad_request("Message caption is too long")
    return text, entities


def _formatted(source: str, parse_mode: str, entities: Sequence[Json]) -> tuple[str, list[Json]]:
    if not parse_mode:
        return tidy(source, entities)
    if parse_mode.lower() in ("markdown", "markdownv2"):
        raise UnknownToSandbox(f"parse_mode {parse_mode}")
    if parse_mode.lower() != "html":
        raise bad_request("Unsupported parse_mode")
    try:
        return tidy(*parse_html(source))
    except MarkupError as fault:
        raise bad_request(f"Can't parse entities: {fault}") from fault


def read_markup(markup: Json | None) -> tuple[list[list[Json]], str | None]:
    """The rows of an inline keyboard, or the kind of any other markup (`Posted.reply_kind`)."""
    if not markup:
        return [], None
    if len(markup.get("input_field_placeholder", "")) > PLACEHOLDER:
        raise bad_request(f"Input field placeholder length must not exceed {PLACEHOLDER}")  # srv
    if "force_reply" in markup:
        return [], "force_reply"
    if "remove_keyboard" in markup:
        return [], "remove_keyboard"
    if "keyboard" in markup:
        return [], "keyboard"
    # The server drops buttons without a text and rows without a button.
    rows = [[_button(button) for button in row if button["text"]] for row in markup["inline_keyboard"]]
    return [row for row in rows if row], None


def _button(button: Json) -> Json:
    if button.get("style", "primary") not in _STYLES:
        raise _bad_button("invalid button style specified")
    if button.get("url"):
        if not checked_link(button["url"]):
            raise bad_request(f"Inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL")
        return button
    if "copy_text" in button:
        if not 1 <= len(button["copy_text"]["text"]) <= COPIED_TEXT:
            raise _bad_button(f"Text to copy must have 1 to {COPIED_TEXT} characters")  # srv
        return button
    if not button.get("callback_data"):
        raise _bad_button("Text buttons are unallowed in the inline keyboard")
    if len(button["callback_data"].encode(errors="surrogatepass")) > CALLBACK_DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")  # srv
    return button


def _bad_button(reason: str) -> Exception:
    return bad_request(f"Can't parse inline keyboard button: {reason}")


def check_toast(text: str) -> None:
    """The text that answers a tap; counted in UTF-16 units, the stricter way, since the server is closed."""
    if utf16_length(text) > TOAST:
        raise bad_request("MESSAGE_TOO_LONG")  # srv


def check_language(code: str) -> None:
    """A two-letter code, or "" for everybody."""
    if code and not re.fullmatch(r"[a-z]{2}", code):
        raise bad_request("Invalid language code specified")


def read_commands(commands: Sequence[Json]) -> list[Json]:
    """The command list as it will be shown, slashes and blanks around taken off."""
    if len(commands) > COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")  # srv
    return [
        _command(command["command"].strip().removeprefix("/"), command["description"].strip())
        for command in commands
    ]


def _command(name: str, description: str) -> Json:
    if not name:
        raise bad_request("Command must be non-empty")
    if len(name) > COMMAND:
        raise bad_request(f"Command length must not exceed {COMMAND}")
    if not description:
        raise bad_request("Command description must be non-empty")
    if len(description) > COMMAND_DESCRIPTION:
        raise bad_request(f"Command description length must not exceed {COMMAND_DESCRIPTION}")
    if not re.fullmatch(r"[a-z0-9_]+", name):
        raise bad_request("BOT_COMMAND_INVALID")  # srv
    return {"command": name, "description": description}


def read_reaction(reactions: Sequence[Json]) -> str:
    """The one emoji a bot may react with, "" for none."""
    if len(reactions) > 1:
        raise bad_request("REACTIONS_TOO_MANY")  # srv
    if not reactions:
        return ""
    emoji: str = reactions[0].get("emoji", "").replace(_EMOJI_STYLE, "")
    if reactions[0]["type"] != "emoji" or emoji not in REACTIONS:
        raise bad_request("REACTION_INVALID")  # srv
    return emoji
