"""What a person does in the Telegram app, and the update that the bot gets for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.sandbox.formatting import tidy
from bot.sandbox.limits import TEXT
from bot.sandbox.markup import utf16_length
from bot.sandbox.state import Contact, Message, Standing, State, Tap

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.errors import Json

# tdlib's own pattern for a command in a text; the name may be followed by the bot's.
_COMMAND = re.compile(r"(?<![\w/<>])/[a-zA-Z0-9_]{1,64}(?:@[a-zA-Z0-9_]{3,32})?(?![\w/<>])")
_MIME_TYPES = {"md": "text/markdown", "txt": "text/plain", "csv": "text/csv", "pdf": "application/pdf"}


@dataclass(eq=False, slots=True)
class Person:
    """Somebody with a private chat with the bot; ids and names are those of their User object.

    Every method that does something returns the update as the bot would get it. Doing something as a person
    who has blocked the bot or is gone raises ValueError: no app lets them.
    """

    state: State
    contact: Contact
    arrived: Callable[[], None]

    @property
    def id(self) -> int:
        """The user id, which is also the id of the private chat."""
        number: int = self.contact.user["id"]
        return number

    @property
    def first_name(self) -> str:
        """The name as the person wrote it."""
        name: str = self.contact.user["first_name"]
        return name

    @property
    def toasts(self) -> list[str]:
        """Texts of the answers to this person's taps, in order, "" included."""
        return self.contact.toasts

    def sends(self, text: str, *, reply_to: int | None = None) -> Json:
        """A text message, as one part: the app itself would cut a longer one. `reply_to` is a message id."""
        message = self._new_message()
        message.text, message.entities = _typed(text)
        message.source, message.reply_to = text, reply_to
        return self._send(message)

    def edits(self, message_id: int, text: str) -> Json:
        """Changes the text of an own message."""
        self._must_be_able_to_write()
        message = self._message(message_id)
        if message.from_bot:
            raise ValueError(f"message {message_id} is the bot's, {self.first_name} cannot edit it")
        message.text, message.entities = _typed(text)
        message.source, message.edited_at = text, self.state.now.replace(microsecond=0)
        return self._update("edited_message", self.state.as_json(message))

    def taps(
        self, button: str | None = None, *, message_id: int | None = None, data: str | None = None
    ) -> Json:
        """Taps a button: by its text on the newest message that shows it, or on the message `message_id`.

        `data` is sent as it is, whether or not any button carries it: a forged tap, or one on an old screen. It
        goes with `message_id` (which may be deleted by now) or else with the bot's newest message. Raises
        LookupError when there is no such button.
        """
        self._must_be_able_to_write()
        if data is None:
            message_id, data = self._button(button, message_id)
        elif message_id is None:
            message_id = max((m.message_id for m in self.state.in_chat(self.id) if m.from_bot), default=0)
        state = self.state
        message = state.messages.get(message_id)
        number = str(len(state.taps) + 1)
        state.taps[number] = Tap(self.id, state.now)
        gone: Json = {"chat": self.contact.chat, "message_id": message_id, "date": 0}
        query = {
            "id": number,
            "from": self.contact.user,
            "message": gone if message is None else state.as_json(message),
            "chat_instance": f"chat-{self.id}",
            "data": data,
        }
        return self._update("callback_query", query)

    def _button(self, button: str | None, message_id: int | None) -> tuple[int, str]:
        messages = self.state.in_chat(self.id) if message_id is None else [self._message(message_id)]
        for message in reversed(messages):
            for row in message.keyboard:
                for shown in row:
                    if button is None or shown["text"] == button:
                        if "callback_data" not in shown:
                            raise LookupError(f"the button {shown['text']!r} sends nothing to the bot")
                        return message.message_id, shown["callback_data"]
        shown_now = [b["text"] for message in messages for row in message.keyboard for b in row]
        raise LookupError(f"no button {button!r}; there are {shown_now}")

    def sends_sticker(self) -> Json:
        """A sticker, which has no text."""
        look = {
            "type": "regular",
            "width": 512,
            "height": 512,
            "is_animated": False,
            "is_video": False,
            "emoji": "🙂",
        }
        return self._send_file("sticker", "sticker.webp", b"sticker", look)

    def sends_voice(self) -> Json:
        """A voice message of three seconds."""
        return self._send_file("voice", "voice.ogg", b"voice", {"duration": 3, "mime_type": "audio/ogg"})

    def sends_photo(self) -> Json:
        """A photo without a caption."""
        return self._send_file("photo", "photo.jpg", b"photo", {"width": 640, "height": 480})

    def sends_document(self, file_name: str, data: bytes) -> Json:
        """A file without a caption."""
        mime_type = _MIME_TYPES.get(file_name.rpartition(".")[2].lower(), "application/octet-stream")
        return self._send_file("document", file_name, data, {"file_name": file_name, "mime_type": mime_type})

    def sends_location(self, lat: float, lon: float) -> Json:
        """A place, in degrees."""
        message = self._new_message()
        message.kind, message.content = "location", {"location": {"latitude": lat, "longitude": lon}}
        return self._send(message)

    def blocks(self) -> Json:
        """Blocks the bot: the bot is told, and every send to this person gets 403."""
        self._must_be_able_to_write()
        self.contact.standing = Standing.BLOCKED
        return self._membership("member", "kicked")

    def unblocks(self) -> Json:
        """Takes the block back; the bot is told."""
        if self.contact.standing is not Standing.BLOCKED:
            raise ValueError(f"{self.first_name} has not blocked the bot")
        self.contact.standing = Standing.OPEN
        return self._membership("kicked", "member")

    def deactivates(self) -> None:
        """Deletes the account; the bot is not told."""
        self.contact.standing = Standing.DEACTIVATED

    def _must_be_able_to_write(self) -> None:
        if self.contact.standing in (Standing.BLOCKED, Standing.DEACTIVATED):
            raise ValueError(f"{self.first_name} cannot do this: {self.contact.standing}")

    def _new_message(self) -> Message:
        self._must_be_able_to_write()
        return self.state.new_message(self.id, from_bot=False)

    def _message(self, message_id: int) -> Message:
        message = self.state.messages.get(message_id)
        if message is None or message.chat_id != self.id:
            raise LookupError(f"no message {message_id} in the chat of {self.first_name}")
        return message

    def _send_file(self, kind: str, name: str, data: bytes, description: Json) -> Json:
        message = self._new_message()
        described = self.state.add_file(kind, name, data, description)
        message.kind = kind
        message.content = {kind: [described] if kind == "photo" else described}
        return self._send(message)

    def _send(self, message: Message) -> Json:
        self.contact.standing = Standing.OPEN
        return self._update("message", self.state.as_json(self.state.post(message)))

    def _membership(self, old: str, new: str) -> Json:
        def member(status: str) -> Json:
            banned = {"until_date": 0} if status == "kicked" else {}
            return {"status": status, "user": self.state.bot, **banned}

        change = {
            "chat": self.contact.chat,
            "from": self.contact.user,
            "date": int(self.state.now.timestamp()),
            "old_chat_member": member(old),
            "new_chat_member": member(new),
        }
        return self._update("my_chat_member", change)

    def _update(self, kind: str, body: Json) -> Json:
        update = self.state.updates.add(kind, body, self.state.now)
        self.arrived()
        return update


def _typed(text: str) -> tuple[str, list[Json]]:
    """What the app makes of a typed text: blanks around taken off, commands marked."""
    text, _ = tidy(text)
    if len(text) > TEXT:
        raise ValueError(f"the app sends at most {TEXT} characters in one message, not {len(text)}")
    commands = [
        {
            "type": "bot_command",
            "offset": utf16_length(text[: found.start()]),
            "length": utf16_length(found.group()),
        }
        for found in _COMMAND.finditer(text)
    ]
    return text, commands
