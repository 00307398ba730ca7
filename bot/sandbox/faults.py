"""Which of the next calls go wrong on demand: flood control, time-outs, broken connections, a failing server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Fault = Literal["timeout_before", "timeout_after", "reset", "connect", "500", "502_html"]

_POLLING = "getUpdates"


@dataclass(frozen=True, slots=True)
class _Flood:
    chat_id: int | None
    retry_after: int


@dataclass(slots=True)
class Faults:
    """Faults in the order they were asked for; each is used up by the first call it fits.

    A poller that runs beside a test must not use up what is meant for a send: `getUpdates` is hit only by a
    fault that names it.
    """

    floods: list[_Flood] = field(default_factory=list)
    network: list[tuple[Fault, str | None]] = field(default_factory=list)

    def add_floods(self, chat_id: int | None, retry_after: int, times: int) -> None:
        """The next `times` calls to that chat (None: any) get 429."""
        self.floods += [_Flood(chat_id, retry_after)] * times

    def add_network(self, how: Fault, times: int, method: str | None) -> None:
        """The next `times` calls (of that method) fail that way."""
        self.network += [(how, method)] * times

    def take_flood(self, method: str, chat_id: str) -> int | None:
        """Seconds to wait for a call to that chat ("" for a call to none), None if it may pass."""
        for flood in self.floods:
            if method != _POLLING and flood.chat_id in (
                None,
                int(chat_id) if _is_number(chat_id) else chat_id,
            ):
                self.floods.remove(flood)
                return flood.retry_after
        return None

    def take_network(self, method: str) -> Fault | None:
        """How this call fails, None if it does not."""
        for fault in self.network:
            if fault[1] == method or (fault[1] is None and method != _POLLING):
                self.network.remove(fault)
                return fault[0]
        return None


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()
