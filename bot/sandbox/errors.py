"""What the local Bot API answers when it refuses a call: HTTP status, description and the envelope around them."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

_TITLES = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    409: "Conflict",
    413: "Request Entity Too Large",
    429: "Too Many Requests",
    500: "Internal Server Error",
}


class BotApiError(Exception):
    """A refused call. `reason` is the server's own wording, without the title of its status."""

    def __init__(self, status: int, reason: str = "", parameters: Json | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.description = describe(status, reason)
        self.parameters = parameters

    @property
    def envelope(self) -> Json:
        """The JSON body of the answer."""
        body: Json = {"ok": False, "error_code": self.status, "description": self.description}
        return body if self.parameters is None else {**body, "parameters": self.parameters}


def bad_request(reason: str) -> BotApiError:
    """A 400, by far the most frequent refusal."""
    return BotApiError(400, reason)


def retry_after(seconds: int) -> BotApiError:
    """The 429 of the flood control; `seconds` travels in the text and in `parameters`."""
    return BotApiError(429, f"retry after {seconds}", {"retry_after": seconds})


def describe(status: int, reason: str) -> str:
    """Title and reason in one sentence, the way `Client::fail_query_with_error` of telegram-bot-api does it.

    The reason's first letter is lower-cased unless its second character is a capital or "_".
    """
    title = _TITLES[status]
    if not reason:
        return title
    if not (reason[1:2] == "_" or "A" <= reason[1:2] <= "Z"):
        reason = reason[0].lower() + reason[1:]
    return f"{title}: {reason}"
