"""Lets python-telegram-bot talk to a `LocalTelegram` without a network: its transport, with long polls and faults."""

from __future__ import annotations

import asyncio
import json
import re
from http import HTTPStatus
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import httpx
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.sandbox.errors import BotApiError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.sandbox.telegram import LocalTelegram

_METHOD = re.compile(r"/bot(?P<token>[^/]*)/(?P<method>\w+)")
_FILE = re.compile(r"/file/bot(?P<token>[^/]*)/(?P<path>.+)")
_LONGEST_POLL = 50
_CONFLICT = BotApiError(
    409, "terminated by other getUpdates request; make sure that only one bot instance is running"
)
_BAD_GATEWAY = b"<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"


class SandboxRequest(BaseRequest):
    """`Bot(token, request=..., get_updates_request=...)` with this speaks to the local Telegram.

    Errors have the causes that HTTPXRequest gives them, so that "was it sent?" is answered in the same way.
    """

    def __init__(self, local: LocalTelegram) -> None:
        self._local = local

    @property
    def read_timeout(self) -> float | None:
        """None: an answer is never late by itself."""
        return None

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def do_request(
        self,
        url: str,
        method: str,  # noqa: ARG002  # GET or POST: the server takes both
        request_data: RequestData | None = None,
        read_timeout: Any = None,  # noqa: ARG002  # an in-process call needs no time-out
        write_timeout: Any = None,  # noqa: ARG002  # as above
        connect_timeout: Any = None,  # noqa: ARG002  # as above
        pool_timeout: Any = None,  # noqa: ARG002  # as above
    ) -> tuple[int, bytes]:
        """Status and body of one call or one download, from the URL and the form PTB would post."""
        await asyncio.sleep(0)  # a network lets other tasks run; code must bear that here too
        path = unquote(urlsplit(url).path)
        wanted = _FILE.fullmatch(path)
        if wanted is not None:
            try:
                return HTTPStatus.OK, self._local.download(wanted["path"], token=wanted["token"])
            except BotApiError as refusal:
                return refusal.status, json.dumps(refusal.envelope).encode()
        called = _METHOD.fullmatch(path)
        if called is None:
            raise NetworkError("this is no address of the Bot API")
        parameters = request_data.json_parameters if request_data else {}
        uploads = request_data.multipart_data if request_data else {}
        files = {part: (str(upload[0]), _content(upload[1])) for part, upload in uploads.items()}
        return await self._call(called["token"], called["method"], parameters, files)

    async def _call(
        self, token: str, method: str, parameters: Mapping[str, str], files: Mapping[str, tuple[str, bytes]]
    ) -> tuple[int, bytes]:
        fault = self._local.take_fault(method)
        if fault == "timeout_before":
            raise TimedOut from httpx.ReadTimeout("")
        if fault == "reset":
            raise NetworkError("httpx.ReadError: ") from httpx.ReadError("")
        if fault == "connect":
            raise NetworkError("httpx.ConnectError: ") from httpx.ConnectError("")
        if fault == "502_html":
            return 502, _BAD_GATEWAY
        if fault == "500":
            restart = BotApiError(500, "restart")
            return restart.status, json.dumps(restart.envelope).encode()
        if method.lower() == "getupdates":
            status, body = await self._poll(token, parameters)
        else:
            status, body = self._local.call(method, parameters, token=token, files=files)
        if fault == "timeout_after":
            raise TimedOut from httpx.ReadTimeout("")
        return status, json.dumps(body).encode()

    async def _poll(self, token: str, parameters: Mapping[str, str]) -> tuple[int, Any]:
        """getUpdates that waits, in real seconds, until there is something, and yields to a newer poll."""
        loop = asyncio.get_running_loop()
        wake = asyncio.Event()
        superseded = False

        def awake() -> None:
            loop.call_soon_threadsafe(wake.set)

        def supersede() -> None:
            nonlocal superseded
            superseded = True
            awake()

        status, body = self._local.call("getUpdates", parameters, token=token)
        if status != HTTPStatus.OK:
            return status, body
        end_poll = self._local.begin_poll(supersede)
        stop_listening = self._local.listen(awake)
        try:
            async with asyncio.timeout(_seconds(parameters)):
                while not body["result"]:
                    await wake.wait()
                    wake.clear()
                    if superseded:
                        return _CONFLICT.status, _CONFLICT.envelope
                    status, body = self._local.call("getUpdates", parameters, token=token)
        except TimeoutError:
            pass  # nothing came: the last answer, an empty list, is the answer
        finally:
            stop_listening()
            end_poll()
        return status, body


def _seconds(parameters: Mapping[str, str]) -> int:
    """How long a poll may wait; a value that is no number waits not at all and is refused by the core."""
    timeout = parameters.get("timeout", "0")
    return min(int(timeout), _LONGEST_POLL) if timeout.isdecimal() else 0


def _content(upload: bytes | IO[bytes]) -> bytes:
    return upload if isinstance(upload, bytes) else upload.read()
