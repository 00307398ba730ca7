"""What the local Telegram remembers: people and where the bot stands with them, messages, files, taps."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.sandbox.errors import Json
    from bot.sandbox.updates import UpdateQueue


class Standing(StrEnum):
    """How a person stands with the bot; all but OPEN answer a send with 403."""

    STRANGER = "stranger"
    """Has never written to the bot."""
    OPEN = "open"
    BLOCKED = "blocked"
    DEACTIVATED = "deactivated"


@dataclass(frozen=True, slots=True)
class Posted:
    """A message of a chat as it stands now.

    `entities` count in UTF-16 units; `buttons` are rows of (text, callback data, "" for a link); `html` is the text
    as it was sent; `reply_kind` is "force_reply", "keyboard", "remove_keyboard" or None. `kind` names the content
    (text, document, sticker, ...), whose caption is `text`; `reaction` is the bot's emoji or "".
    """

    message_id: int
    from_bot: bool
    date: datetime
    text: str
    entities: tuple[Json, ...] = ()
    buttons: tuple[tuple[tuple[str, str], ...], ...] = ()
    html: str = ""
    edited: bool = False
    reply_kind: str | None = None
    kind: str = "text"
    file_name: str = ""
    file_data: bytes = b""
    reaction: str = ""


@dataclass(slots=True)
class Contact:
    """A user and their private chat; `toasts` are the texts that answered their taps, in order."""

    user: Json
    standing: Standing = Standing.STRANGER
    toasts: list[str] = field(default_factory=list)

    @property
    def chat(self) -> Json:
        """The Chat object of the private chat."""
        chat: Json = {"id": self.user["id"], "type": "private"}
        return chat | {
            name: self.user[name] for name in ("username", "first_name", "last_name") if name in self.user
        }


@dataclass(slots=True)
class StoredFile:
    """A file that was sent in a chat; `description` is its Document, Sticker, ... object."""

    name: str
    data: bytes
    description: Json


@dataclass(slots=True)
class Message:
    """A message as the server keeps it; `content` holds the fields beside text, caption and markup."""

    message_id: int
    chat_id: int
    from_bot: bool
    date: datetime
    text: str = ""
    entities: list[Json] = field(default_factory=list)
    source: str = ""
    kind: str = "text"
    content: Json = field(default_factory=dict)
    keyboard: list[list[Json]] = field(default_factory=list)
    reply_kind: str | None = None
    reply_to: int | None = None
    edited_at: datetime | None = None
    reaction: str = ""


@dataclass(slots=True)
class Tap:
    """A callback query that may still be answered."""

    user_id: int
    at: datetime
    answered: bool = False


@dataclass(slots=True)
class State:
    """Everything the core and its people share. Instants are aware UTC; one thread at a time."""

    now: datetime
    token: str
    bot: Json
    next_message_id: int
    updates: UpdateQueue
    contacts: dict[int, Contact] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    files: dict[str, StoredFile] = field(default_factory=dict)
    taps: dict[str, Tap] = field(default_factory=dict)
    profile: dict[tuple[str, str], object] = field(default_factory=dict)

    def post(self, message: Message) -> Message:
        """Keeps a message under its number and moves the counter on."""
        self.messages[message.message_id] = message
        self.next_message_id = message.message_id + 1
        return message

    def new_message(self, chat_id: int, *, from_bot: bool) -> Message:
        """An empty message of this second, not kept yet: Telegram's dates have whole seconds."""
        return Message(self.next_message_id, chat_id, from_bot, self.now.replace(microsecond=0))

    def in_chat(self, chat_id: int) -> list[Message]:
        """The messages of a chat, oldest first."""
        return [message for message in self.messages.values() if message.chat_id == chat_id]

    def add_file(self, kind: str, name: str, data: bytes, description: Json) -> Json:
        """Keeps a file and gives its description with the ids and the size it got."""
        number = len(self.files) + 1
        ids = {"file_id": f"{kind}-{number}", "file_unique_id": f"unique-{number}", "file_size": len(data)}
        stored = StoredFile(name, data, {**ids, **description})
        self.files[ids["file_id"]] = stored  # type: ignore[index]  # a str: the dict literal mixes types
        return stored.description

    def as_json(self, message: Message) -> Json:
        """The Message object of the Bot API, without fields that are not set."""
        contact = self.contacts[message.chat_id]
        body: Json = {
            "message_id": message.message_id,
            "from": self.bot if message.from_bot else contact.user,
            "chat": contact.chat,
            "date": _seconds(message.date),
            **message.content,
        }
        if message.edited_at is not None:
            body["edit_date"] = _seconds(message.edited_at)
        text, entities = ("text", "entities") if message.kind == "text" else ("caption", "caption_entities")
        if message.text:
            body[text] = message.text
        if message.entities:
            body[entities] = message.entities
        if message.keyboard:
            body["reply_markup"] = {"inline_keyboard": message.keyboard}
        answered = self.messages.get(message.reply_to or 0)
        if answered is not None:
            # The answered message's own reply is left out, as Telegram does.
            body["reply_to_message"] = {
                k: v for k, v in self.as_json(answered).items() if k != "reply_to_message"
            }
        return body

    def as_posted(self, message: Message) -> Posted:
        """The message as a test reads it."""
        file_id = message.content.get("document", {}).get("file_id", "")
        stored = self.files.get(file_id)
        return Posted(
            message_id=message.message_id,
            from_bot=message.from_bot,
            date=message.date,
            text=message.text,
            entities=tuple(message.entities),
            buttons=tuple(
                tuple((b["text"], b.get("callback_data", "")) for b in row) for row in message.keyboard
            ),
            html=message.source,
            edited=message.edited_at is not None,
            reply_kind=message.reply_kind,
            kind=message.kind,
            file_name=stored.name if stored else "",
            file_data=stored.data if stored else b"",
            reaction=message.reaction,
        )


def _seconds(instant: datetime) -> int:
    return int(instant.astimezone(UTC).timestamp())
