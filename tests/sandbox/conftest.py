"""A local Telegram on a Monday morning, with Asha in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.sandbox.telegram import LocalTelegram, Person

Call = Callable[..., Any]


@pytest.fixture
def local() -> LocalTelegram:
    """A Telegram where nothing has happened yet."""
    return LocalTelegram(datetime(2026, 1, 5, 9, 0, tzinfo=UTC))


@pytest.fixture
def asha(local: LocalTelegram) -> Person:
    """A learner whose /start the bot has already taken."""
    person = local.person("Asha", language_code="hi")
    person.sends("/start")
    local.take_updates()
    return person


@pytest.fixture
def known(local: LocalTelegram) -> Iterator[None]:
    """Fails a test that used something the sandbox does not know."""
    yield
    assert local.complaints == []


@pytest.fixture
def accepted(local: LocalTelegram, known: None) -> Call:
    """Calls a method that must be accepted and gives its result."""

    def call(method: str, **parameters: Any) -> Any:
        status, body = local.call(method, parameters)
        assert (status, body["ok"]) == (200, True), body
        return body["result"]

    return call


@pytest.fixture
def refused(local: LocalTelegram) -> Call:
    """Calls a method that must be refused and gives status and description."""

    def call(method: str, **parameters: Any) -> Any:
        status, body = local.call(method, parameters)
        assert body["ok"] is False, body
        assert body["error_code"] == status
        return status, body["description"]

    return call
