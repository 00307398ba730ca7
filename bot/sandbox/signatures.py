"""Which methods and parameters the sandbox knows, and how a parameter's value is read.

Only what Dohrao uses: a parameter that Telegram has but the sandbox would ignore is unknown here on purpose.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from bot.sandbox.errors import Json


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter or a field of an object; `types` are the Bot API's own type names."""

    name: str
    required: bool
    types: tuple[str, ...]


def _fields(*lines: str) -> tuple[Field, ...]:
    """Fields from "name!: Type | Type"; the exclamation mark means required."""
    fields = []
    for line in lines:
        name, types = line.split(": ")
        fields.append(Field(name.removesuffix("!"), name.endswith("!"), tuple(types.split(" | "))))
    return tuple(fields)


_MARKUP = "reply_markup: InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | ForceReply"
_CHAT = "chat_id!: Integer | String"
_FORMATTED = (
    "text!: String",
    "parse_mode: String",
    "entities: Array of MessageEntity",
    "link_preview_options: LinkPreviewOptions",
)
_SENDING = (
    "disable_notification: Boolean",
    "protect_content: Boolean",
    "reply_parameters: ReplyParameters",
    _MARKUP,
)
_EDITED = ("chat_id: Integer | String", "message_id: Integer")

METHODS: Mapping[str, tuple[Field, ...]] = {
    "getMe": (),
    "getUpdates": _fields(
        "offset: Integer", "limit: Integer", "timeout: Integer", "allowed_updates: Array of String"
    ),
    "deleteWebhook": _fields("drop_pending_updates: Boolean"),
    "sendMessage": _fields(_CHAT, *_FORMATTED, *_SENDING),
    "sendDocument": _fields(
        _CHAT,
        "document!: InputFile | String",
        "caption: String",
        "parse_mode: String",
        "caption_entities: Array of MessageEntity",
        "disable_content_type_detection: Boolean",
        *_SENDING,
    ),
    "editMessageText": _fields(*_EDITED, *_FORMATTED, "reply_markup: InlineKeyboardMarkup"),
    "editMessageReplyMarkup": _fields(*_EDITED, "reply_markup: InlineKeyboardMarkup"),
    "deleteMessage": _fields(_CHAT, "message_id!: Integer"),
    "answerCallbackQuery": _fields(
        "callback_query_id!: String",
        "text: String",
        "show_alert: Boolean",
        "url: String",
        "cache_time: Integer",
    ),
    "sendChatAction": _fields(_CHAT, "action!: String"),
    "setMessageReaction": _fields(
        _CHAT, "message_id!: Integer", "reaction: Array of ReactionType", "is_big: Boolean"
    ),
    "getFile": _fields("file_id!: String"),
    "setMyCommands": _fields(
        "commands!: Array of BotCommand", "scope: BotCommandScope", "language_code: String"
    ),
    "setMyDescription": _fields("description: String", "language_code: String"),
    "setMyShortDescription": _fields("short_description: String", "language_code: String"),
}

OBJECTS: Mapping[str, tuple[Field, ...]] = {
    "InlineKeyboardMarkup": _fields("inline_keyboard!: Array of Array of InlineKeyboardButton"),
    "InlineKeyboardButton": _fields(
        "text!: String", "style: String", "url: String", "callback_data: String", "copy_text: CopyTextButton"
    ),
    "CopyTextButton": _fields("text!: String"),
    "ReplyKeyboardMarkup": _fields(
        "keyboard!: Array of Array of KeyboardButton",
        "is_persistent: Boolean",
        "resize_keyboard: Boolean",
        "one_time_keyboard: Boolean",
        "input_field_placeholder: String",
        "selective: Boolean",
    ),
    "KeyboardButton": _fields(
        "text!: String", "style: String", "request_contact: Boolean", "request_location: Boolean"
    ),
    "ReplyKeyboardRemove": _fields("remove_keyboard!: Boolean", "selective: Boolean"),
    "ForceReply": _fields("force_reply!: Boolean", "input_field_placeholder: String", "selective: Boolean"),
    "ReplyParameters": _fields("message_id!: Integer", "allow_sending_without_reply: Boolean"),
    "LinkPreviewOptions": _fields(
        "is_disabled: Boolean",
        "url: String",
        "prefer_small_media: Boolean",
        "prefer_large_media: Boolean",
        "show_above_text: Boolean",
    ),
    "MessageEntity": _fields(
        "type!: String",
        "offset!: Integer",
        "length!: Integer",
        "url: String",
        "language: String",
        "custom_emoji_id: String",
        "unix_time: Integer",
        "date_time_format: String",
    ),
    "BotCommand": _fields("command!: String", "description!: String"),
    "BotCommandScope": _fields("type!: String", "chat_id: Integer | String", "user_id: Integer"),
    "ReactionType": _fields("type!: String", "emoji: String", "custom_emoji_id: String"),
}

_BY_LOWER_NAME = {name.lower(): name for name in METHODS}
_SCALARS: Mapping[str, type] = {"Integer": int, "String": str, "Boolean": bool}


class UnknownToSandbox(Exception):  # noqa: N818  # a fault of the caller's code, not one of the Bot API's errors
    """A parameter, field or value of a shape that the sandbox does not know."""


def method_named(name: str) -> str | None:
    """The method's own spelling (the server takes any letter case), None for a method not known here."""
    return _BY_LOWER_NAME.get(name.lower())


def read_parameters(method: str, parameters: Mapping[str, Any], files: Collection[str]) -> Json:
    """Parameters with values of their types; strings that hold JSON are read, as in a form.

    Raises UnknownToSandbox for an unknown name, a wrong shape, or a required parameter missing from both
    `parameters` and `files` (the names of uploaded files).
    """
    known = {field.name: field for field in METHODS[method]}
    values: Json = {}
    for name, value in parameters.items():
        if name not in known:
            raise UnknownToSandbox(f"unknown parameter {name!r} of {method}")
        if value is not None:
            values[name] = _read(value, known[name].types, f"{method}: {name}")
    for field in known.values():
        if field.required and field.name not in values and field.name not in files:
            raise UnknownToSandbox(f"{method} without its parameter {field.name!r}")
    return values


def _read(value: Any, types: tuple[str, ...], where: str) -> Any:
    if isinstance(value, str) and not {"String", "InputFile"} & set(types):
        try:
            value = json.loads(value)
        except ValueError:
            raise UnknownToSandbox(f"{where} is {value!r}, which is no JSON") from None
    for kind in types:
        if _fits(value, kind):
            return _read_fields(value, kind, where)
    raise UnknownToSandbox(f"{where} is {value!r}, not {' or '.join(types)}")


def _fits(value: Any, kind: str) -> bool:
    if kind.startswith("Array of "):
        return isinstance(value, list | tuple)
    if kind in _SCALARS:
        return isinstance(value, _SCALARS[kind]) and (kind == "Boolean" or not isinstance(value, bool))
    if kind not in OBJECTS:
        return isinstance(value, str)
    return isinstance(value, dict) and all(field.name in value for field in OBJECTS[kind] if field.required)


def _read_fields(value: Any, kind: str, where: str) -> Any:
    if kind.startswith("Array of "):
        return [_read(item, (kind.removeprefix("Array of "),), where) for item in value]
    if kind not in OBJECTS:
        return value
    known = {field.name: field.types for field in OBJECTS[kind]}
    for name in value:
        if name not in known:
            raise UnknownToSandbox(f"{where}: unknown field {name!r} of {kind}")
    return {name: _read(item, known[name], f"{where}.{name}") for name, item in value.items()}
