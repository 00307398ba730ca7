"""What each Bot API method does to the state, in the order of checks and with the words of Telegram's server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from bot.sandbox import limits
from bot.sandbox.errors import BotApiError, Json, bad_request
from bot.sandbox.state import Contact, Message, Standing, State

Files = Mapping[str, tuple[str, bytes]]

_REFUSALS = {
    Standing.STRANGER: "bot can't initiate conversation with a user",
    Standing.BLOCKED: "bot was blocked by the user",
    Standing.DEACTIVATED: "user is deactivated",
}
_TAP_ANSWERABLE = timedelta(seconds=150)
_DELETABLE = timedelta(hours=48)
_NOT_MODIFIED = (
    "Message is not modified: specified new message content and reply markup are exactly the same as "
    "a current content and reply markup of the message"
)


def _contact(state: State, given: Json) -> Contact:
    """Whose chat is meant; the id may come as text."""
    chat_id = given.get("chat_id", "")
    if chat_id == "":
        raise bad_request("Chat_id is empty")
    try:
        return state.contacts[int(chat_id)]
    except (KeyError, ValueError):
        raise bad_request("Chat not found") from None


def _reachable(state: State, given: Json) -> Contact:
    contact = _contact(state, given)
    if contact.standing is not Standing.OPEN:
        raise BotApiError(403, _REFUSALS[contact.standing])
    return contact


def _message(state: State, given: Json, wanted_for: str) -> Message:
    chat_id = _contact(state, given).user["id"]
    message = state.messages.get(given.get("message_id", 0))
    if message is None or message.chat_id != chat_id:
        raise bad_request(f"Message to {wanted_for} not found")
    return message


def _post(state: State, given: Json, fill: Callable[[Message], None]) -> Json:
    """Sends a message that `fill` gives its content."""
    keyboard, reply_kind = limits.read_markup(given.get("reply_markup"))
    contact = _contact(state, given)
    message = state.new_message(contact.user["id"], from_bot=True)
    message.keyboard, message.reply_kind = keyboard, reply_kind
    reply = given.get("reply_parameters")
    if reply is not None:
        answered = state.messages.get(reply["message_id"])
        if answered is not None and answered.chat_id == message.chat_id:
            message.reply_to = answered.message_id
        elif not reply.get("allow_sending_without_reply"):
            raise bad_request("Message to be replied not found")
    _reachable(state, given)
    if given.get("protect_content"):
        message.content["has_protected_content"] = True
    fill(message)
    return state.as_json(state.post(message))


def send_message(state: State, given: Json, _files: Files) -> Json:
    """sendMessage."""
    text, entities = limits.read_text(given)

    def fill(message: Message) -> None:
        message.text, message.entities, message.source = text, entities, given["text"]
        if "link_preview_options" in given:
            message.content["link_preview_options"] = given["link_preview_options"]

    return _post(state, given, fill)


def send_document(state: State, given: Json, files: Files) -> Json:
    """sendDocument: an uploaded file, or one that Telegram has by its file id."""
    text, entities = limits.read_caption(given)
    named = given.get("document", "document").removeprefix("attach://")
    stored = state.files.get(named)
    if stored is not None:
        name, data = stored.name, stored.data
    elif named in files:
        name, data = files[named]
    else:
        raise bad_request("Wrong file identifier/HTTP URL specified")
    if not data:
        raise bad_request("File must be non-empty")
    if len(data) > limits.UPLOAD_BYTES:
        raise BotApiError(413)

    def fill(message: Message) -> None:
        message.kind, message.text, message.entities = "document", text, entities
        message.source = given.get("caption", "")
        description = (
            stored.description if stored else state.add_file("document", name, data, {"file_name": name})
        )
        message.content["document"] = description

    return _post(state, given, fill)


def _editable(state: State, given: Json) -> Message:
    if not given.get("message_id"):
        raise bad_request("Message identifier is not specified")
    message = _message(state, given, "edit")
    # A message that carried a reply keyboard, ForceReply or its removal can never be edited again.
    if not message.from_bot or message.reply_kind is not None:
        raise bad_request("Message can't be edited")
    return message


def _edit(state: State, given: Json, message: Message, text: str, entities: list[Json], source: str) -> Json:
    keyboard, _ = limits.read_markup(given.get("reply_markup"))
    _reachable(state, given)
    if (text, entities, keyboard) == (message.text, message.entities, message.keyboard):
        raise bad_request(_NOT_MODIFIED)
    message.text, message.entities, message.keyboard, message.source = text, entities, keyboard, source
    message.edited_at = state.now.replace(microsecond=0)
    return state.as_json(message)


def edit_message_text(state: State, given: Json, _files: Files) -> Json:
    """editMessageText; without a keyboard it takes the old one away."""
    text, entities = limits.read_text(given)
    message = _editable(state, given)
    if message.kind != "text":
        raise bad_request("There is no text in the message to edit")
    return _edit(state, given, message, text, entities, given["text"])


def edit_message_reply_markup(state: State, given: Json, _files: Files) -> Json:
    """editMessageReplyMarkup; without a keyboard it takes the old one away."""
    message = _editable(state, given)
    return _edit(state, given, message, message.text, message.entities, message.source)


def delete_message(state: State, given: Json, _files: Files) -> bool:
    """deleteMessage, for both sides; up to 48 hours."""
    message = _message(state, given, "delete")
    if state.now - message.date > _DELETABLE:
        raise bad_request("Message can't be deleted for everyone")
    del state.messages[message.message_id]
    return True


def answer_callback_query(state: State, given: Json, _files: Files) -> bool:
    """answerCallbackQuery: once for each tap, in time."""
    limits.check_toast(given.get("text", ""))
    tap = state.taps.get(given["callback_query_id"])
    if tap is None or tap.answered or state.now - tap.at >= _TAP_ANSWERABLE:
        raise bad_request("Query is too old and response timeout expired or query ID is invalid")
    tap.answered = True
    state.contacts[tap.user_id].toasts.append(given.get("text", ""))
    return True


def send_chat_action(state: State, given: Json, _files: Files) -> bool:
    """sendChatAction; nothing stays of it."""
    if given["action"] not in limits.ACTIONS:
        raise bad_request("Wrong parameter action in request")
    _reachable(state, given)
    return True


def set_message_reaction(state: State, given: Json, _files: Files) -> bool:
    """setMessageReaction: one emoji, or none to take it back."""
    emoji = limits.read_reaction(given.get("reaction", []))
    message = _message(state, given, "react")
    _reachable(state, given)
    message.reaction = emoji
    return True


def get_file(state: State, given: Json, _files: Files) -> Json:
    """getFile; the path leads to `State.files` by the file id."""
    stored = state.files.get(given["file_id"])
    if stored is None:
        raise bad_request("Wrong file_id or the file is temporarily unavailable")
    if len(stored.data) > limits.DOWNLOAD_BYTES:
        raise bad_request("File is too big")
    kept = {name: stored.description[name] for name in ("file_id", "file_unique_id", "file_size")}
    return {**kept, "file_path": f"files/{given['file_id']}"}


def set_my_commands(state: State, given: Json, _files: Files) -> bool:
    """setMyCommands, kept under its scope and language."""
    language = given.get("language_code", "")
    limits.check_language(language)
    scope = given.get("scope", {"type": "default"})
    where = (
        f"commands:{scope['type']}:{scope['chat_id']}" if "chat_id" in scope else f"commands:{scope['type']}"
    )
    state.profile[where, language] = limits.read_commands(given["commands"])
    return True


def _set_profile(name: str, longest: int) -> Callable[[State, Json, Files], bool]:
    def set_text(state: State, given: Json, _files: Files) -> bool:
        language, text = given.get("language_code", ""), given.get(name, "")
        limits.check_language(language)
        if len(text) > longest:
            raise bad_request(
                f"{name.capitalize()} length must not exceed {longest}"
            )  # srv, the wording is ours
        state.profile[name, language] = text
        return True

    return set_text


def get_me(state: State, _given: Json, _files: Files) -> Json:
    """getMe."""
    abilities = ("can_join_groups", "can_read_all_group_messages", "supports_inline_queries")
    return {**state.bot, **dict.fromkeys(abilities, False)}


def get_updates(state: State, given: Json, _files: Files) -> list[Json]:
    """getUpdates without waiting; who wants a long poll waits outside."""
    if "allowed_updates" in given:
        state.updates.ask_for(given["allowed_updates"])
    return state.updates.poll(state.now, given.get("offset", 0), given.get("limit", 100))


def delete_webhook(state: State, given: Json, _files: Files) -> bool:
    """deleteWebhook; there is none, but waiting updates can be dropped this way."""
    if given.get("drop_pending_updates"):
        state.updates.confirm_all()
    return True


HANDLERS: Mapping[str, Callable[[State, Json, Files], Any]] = {
    "getMe": get_me,
    "getUpdates": get_updates,
    "deleteWebhook": delete_webhook,
    "sendMessage": send_message,
    "sendDocument": send_document,
    "editMessageText": edit_message_text,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "deleteMessage": delete_message,
    "answerCallbackQuery": answer_callback_query,
    "sendChatAction": send_chat_action,
    "setMessageReaction": set_message_reaction,
    "getFile": get_file,
    "setMyCommands": set_my_commands,
    "setMyDescription": _set_profile("description", limits.DESCRIPTION),
    "setMyShortDescription": _set_profile("short_description", limits.SHORT_DESCRIPTION),
}
