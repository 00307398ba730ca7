"""The queue of updates that wait for the bot: numbering, which kinds it asked for, confirming, expiry."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.sandbox.errors import Json

_LIFETIMES = {"callback_query": timedelta(seconds=150)}
_LIFETIME = timedelta(hours=24)
_ONLY_ON_REQUEST = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
_MOST_AT_ONCE = 100
# Asking for the same batch again this soon gets one update only: the server takes the poller for a broken one.
_HASTE = timedelta(seconds=0.5)


@dataclass(frozen=True, slots=True)
class _Pending:
    update: Json
    expires_at: datetime

    @property
    def number(self) -> int:
        number: int = self.update["update_id"]
        return number


@dataclass(slots=True)
class UpdateQueue:
    """Unconfirmed updates, oldest first."""

    next_id: int
    allowed: frozenset[str] = frozenset()
    pending: list[_Pending] = field(default_factory=list)
    last_batch: tuple[int, datetime] | None = None

    def add(self, kind: str, body: Json, dated: datetime) -> Json:
        """The update of that kind; it is queued unless the bot did not ask for its kind.

        `dated` is the date of the message (of its edit) or, for a tap, the moment: expiry counts from there.
        """
        update = copy.deepcopy({"update_id": self.next_id, kind: body})
        self.next_id += 1
        if kind in self.allowed or (not self.allowed and kind not in _ONLY_ON_REQUEST):
            self.pending.append(_Pending(update, dated + _LIFETIMES.get(kind, _LIFETIME)))
        return update

    def waiting(self, now: datetime) -> list[Json]:
        """What has been neither confirmed nor dropped for its age."""
        self.pending = [pending for pending in self.pending if now < pending.expires_at]
        return [pending.update for pending in self.pending]

    def poll(self, now: datetime, offset: int = 0, limit: int = _MOST_AT_ONCE) -> list[Json]:
        """One `getUpdates`: confirms what is below `offset`; a negative one keeps only the last updates."""
        self.waiting(now)
        if offset < 0:
            self.pending = self.pending[offset:]
        else:
            self.pending = [pending for pending in self.pending if pending.number >= offset]
        hasty = (
            self.last_batch is not None and self.last_batch[0] == offset and now < self.last_batch[1] + _HASTE
        )
        most = limit if 1 <= limit <= _MOST_AT_ONCE else _MOST_AT_ONCE
        batch = [pending.update for pending in self.pending[: 1 if hasty else most]]
        self.last_batch = (offset, now) if batch else None
        return batch

    def confirm_all(self) -> None:
        """Forgets every waiting update."""
        self.pending.clear()

    def ask_for(self, kinds: Sequence[str]) -> None:
        """Which kinds to queue from now on; none means the default, all but the three seldom wanted."""
        self.allowed = frozenset(kinds)
