"""Every test in this folder is a story told to the real Application on a local Telegram."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.chat.story import Story

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from db import Database


@pytest.fixture
async def blank_story(database: Database) -> AsyncIterator[Story]:
    """A bot that has begun without a deck."""
    told = Story(database)
    await told.begins()
    yield told
    await told.ends()


@pytest.fixture
async def story(database: Database) -> AsyncIterator[Story]:
    """A bot that has begun, with one deck published."""
    told = Story(database)
    told.publishes()
    await told.begins()
    yield told
    await told.ends()
