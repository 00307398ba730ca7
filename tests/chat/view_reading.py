"""How the views' tests read a reply: what its message shows, and what its buttons say."""

from __future__ import annotations

from bot.chat.html import visible_text
from bot.chat.message import Message, Reply, Toast


def shown(replies: list[Reply]) -> str:
    """What the one message among the replies shows."""
    (message,) = (reply for reply in replies if isinstance(reply, Message))
    return visible_text(message.html)


def labels(reply: Reply) -> list[list[str]]:
    """The texts of the buttons."""
    assert not isinstance(reply, Toast)
    return [[button.text for button in row] for row in reply.keyboard]
