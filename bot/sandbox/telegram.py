"""The local Telegram: chats, people and updates behind the Bot API's methods, with a clock that tests set.

Pure and synchronous; `bot.sandbox.request` lets python-telegram-bot talk to it inside one process.
"""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any

from bot.sandbox.errors import BotApiError, Json, bad_request, retry_after
from bot.sandbox.faults import Fault, Faults
from bot.sandbox.methods import HANDLERS
from bot.sandbox.people import Person
from bot.sandbox.signatures import UnknownToSandbox, method_named, read_parameters
from bot.sandbox.state import Contact, Posted, State
from bot.sandbox.updates import UpdateQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime, timedelta

__all__ = ["MADE_UP_TOKEN", "LocalTelegram", "Person", "Posted"]

MADE_UP_TOKEN = "7000000001:AAE-made_up_for_the_local_Telegram0"  # noqa: S105  # opens nothing
# Above 2**32, as the ids of people who joined lately are.
_FIRST_USER_ID = 5_500_000_001


class LocalTelegram:
    """One bot's Telegram. Every instant is aware UTC and moves only by `set_clock` and `advance`.

    `calls` are the accepted calls (method, parameters), oldest first. `complaints` name what was called that the
    sandbox does not know; such a call is also refused, and a test should find the list empty at its end.
    """

    def __init__(
        self,
        now: datetime,
        *,
        token: str = MADE_UP_TOKEN,
        username: str = "DohraoBot",
        next_update_id: int = 1,
        next_message_id: int = 1,
    ) -> None:
        bot = {
            "id": int(token.split(":", maxsplit=1)[0]),
            "is_bot": True,
            "first_name": "Dohrao",
            "username": username,
        }
        self._state = State(_aware(now), token, bot, next_message_id, UpdateQueue(next_update_id))
        self._faults = Faults()
        self._listeners: list[Callable[[], None]] = []
        self._poll: Callable[[], None] | None = None
        self.calls: list[tuple[str, Json]] = []
        self.complaints: list[str] = []

    @property
    def now(self) -> datetime:
        """The clock of this Telegram."""
        return self._state.now

    def set_clock(self, now: datetime) -> None:
        """Moves the clock to an aware instant."""
        self._state.now = _aware(now)

    def advance(self, by: timedelta) -> None:
        """Moves the clock on."""
        self._state.now += by

    @property
    def token(self) -> str:
        """The bot's token."""
        return self._state.token

    @property
    def next_update_id(self) -> int:
        """The number that the next update gets."""
        return self._state.updates.next_id

    @property
    def next_message_id(self) -> int:
        """The number that the next message gets, whoever sends it."""
        return self._state.next_message_id

    def person(
        self,
        first_name: str,
        *,
        user_id: int | None = None,
        language_code: str | None = None,
        username: str | None = None,
        last_name: str | None = None,
    ) -> Person:
        """A new user, who has not written to the bot yet. Raises ValueError for an id that is taken."""
        if user_id is None:
            user_id = max([_FIRST_USER_ID - 1, *self._state.contacts]) + 1
        if user_id in self._state.contacts:
            raise ValueError(f"there is a user {user_id} already")
        optional = {"last_name": last_name, "username": username, "language_code": language_code}
        user = {"id": user_id, "is_bot": False, "first_name": first_name}
        contact = Contact(user | {name: value for name, value in optional.items() if value is not None})
        self._state.contacts[user_id] = contact
        return Person(self._state, contact, self._tell_listeners)

    def updates(self) -> list[Json]:
        """Updates that are neither confirmed nor expired, oldest first."""
        return self._state.updates.waiting(self.now)

    def take_updates(self) -> list[Json]:
        """The waiting updates, all confirmed: what a poller sees that commits at once."""
        taken = self.updates()
        self._state.updates.confirm_all()
        return taken

    def call(
        self,
        method: str,
        parameters: Mapping[str, Any],
        *,
        token: str | None = None,
        files: Mapping[str, tuple[str, bytes]] | None = None,
    ) -> tuple[int, Json]:
        """One call of the Bot API: the HTTP status and the JSON body.

        Values may be JSON or, as in a form, strings that hold JSON. `files` are uploads, (name, content) by the
        name of their part. Without a `token` the call counts as the bot's own.
        """
        try:
            result = self._answer(method, parameters, token, files or {})
        except BotApiError as refusal:
            return refusal.status, refusal.envelope
        return 200, {"ok": True, "result": copy.deepcopy(result)}

    def _answer(
        self,
        method: str,
        parameters: Mapping[str, Any],
        token: str | None,
        files: Mapping[str, tuple[str, bytes]],
    ) -> Any:
        self._check_token(token)
        name = method_named(method)
        if name is None:
            self.complaints.append(f"unknown method {method!r}")
            raise BotApiError(404, "method not found")
        seconds = self._faults.take_flood(name, str(parameters.get("chat_id", "")))
        if seconds is not None:
            raise retry_after(seconds)
        try:
            given = read_parameters(name, parameters, files)
            result = HANDLERS[name](self._state, given, files)
        except UnknownToSandbox as unknown:
            self.complaints.append(str(unknown))
            raise bad_request(str(unknown)) from unknown
        self.calls.append((name, given))
        return result

    def _check_token(self, token: str | None) -> None:
        if token is None:
            return
        if not re.fullmatch(r"[0-9]+:[A-Za-z0-9_-]+", token):
            raise BotApiError(401, "invalid token specified")
        if token != self.token:
            raise BotApiError(401)

    def download(self, file_path: str, *, token: str | None = None) -> bytes:
        """The content behind a `file_path` of getFile. Raises BotApiError."""
        self._check_token(token)
        stored = self._state.files.get(file_path.removeprefix("files/"))
        if stored is None:
            raise BotApiError(404)
        return stored.data

    def chat(self, chat_id: int) -> list[Posted]:
        """The messages of a chat as they stand now, oldest first; deleted ones are gone."""
        return [self._state.as_posted(message) for message in self._state.in_chat(chat_id)]

    def commands(self, language_code: str = "", scope: str = "default") -> list[Json]:
        """The command list set for a language ("" for everybody) and a scope, empty when none is set."""
        listed = self._state.profile.get((f"commands:{scope}", language_code), [])
        return list(listed) if isinstance(listed, list) else []

    def flood(self, chat_id: int | None, retry_after: int, times: int = 1) -> None:
        """Answers the next `times` calls to that chat (None: any call but getUpdates) with 429."""
        self._faults.add_floods(chat_id, retry_after, times)

    def fail_next(self, how: Fault, times: int = 1, *, method: str | None = None) -> None:
        """Makes the next calls over `SandboxRequest` fail, those of `method` or any but getUpdates.

        A time-out looks the same before and after Telegram has accepted the call, and so does a reset (before);
        "connect" says that nothing was sent; "500" and "502_html" are answers of a failing server.
        """
        self._faults.add_network(how, times, method)

    def take_fault(self, method: str) -> Fault | None:
        """How a call by the network is to fail now, None if it is not; used up by asking."""
        return self._faults.take_network(method)

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Calls `listener` whenever a person does something, until the function given back is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def begin_poll(self, superseded: Callable[[], None]) -> Callable[[], None]:
        """Ends the long poll before this one, as the server does; the function given back says that this one is over.

        `superseded` is called when a newer poll begins meanwhile: its answer is then the 409.
        """
        if self._poll is not None:
            self._poll()
        self._poll = superseded

        def over() -> None:
            if self._poll is superseded:
                self._poll = None

        return over

    def _tell_listeners(self) -> None:
        for listener in list(self._listeners):
            listener()


def _aware(now: datetime) -> datetime:
    if now.tzinfo is None:
        raise ValueError("the clock needs an aware instant")
    return now
