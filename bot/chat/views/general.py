"""The messages that belong to no deck and no question: progress, help, and what can't be understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.html import join, shorten
from bot.chat.message import Message, Reply
from bot.chat.views.buttons import button
from bot.chat.views.coming import coming_line
from bot.chat.views.decks import DECKS_SHOWN, TITLE
from bot.texts import Html, escape, plain, say

if TYPE_CHECKING:
    from bot.services.outcomes import Stats

COMMANDS = {
    "review": "command-review",
    "hint": "command-hint",
    "skip": "command-skip",
    "undo": "command-undo",
    "decks": "command-decks",
    "stats": "command-stats",
    "settings": "command-settings",
    "help": "command-help",
}
"""The commands of the menu, most used first, and the texts that describe them."""


def stats(outcome: Stats, language: str) -> list[Reply]:
    """Where the learner stands: today, memory over 30 days, each deck."""
    due = (
        say(language, "stats-due", due=outcome.due, new=outcome.new) if outcome.due or outcome.new else Html()
    )
    lines = [
        say(language, "stats"),
        join(" · ", (say(language, "stats-today", answers=outcome.answered_today), due)),
        _retention(outcome.retention, language),
        say(language, "streak-line", days=outcome.streak) if outcome.streak > 1 else Html(),
        coming_line(outcome.coming, language),
    ]
    decks = [
        say(
            language,
            "stats-deck",
            title=shorten(deck.title, TITLE),
            cards=deck.cards,
            seen=deck.seen,
            waiting=deck.waiting,
        )
        for deck in outcome.decks[:DECKS_SHOWN]
    ]
    start = ((button(language, "button-start", "go"),),) if outcome.due or outcome.new else ()
    return [Message(join("\n\n", (join("\n", lines), join("\n", decks))), start)]


def _retention(share: float | None, language: str) -> Html:
    if share is None:
        return Html()
    return say(language, "stats-retention", percent=round(share * 100))


def help_text(language: str) -> list[Reply]:
    """What the bot does and what can be typed."""
    commands = (say(language, "help-command", name=name, what=what) for name, what in command_menu(language))
    return [Message(join("\n\n", (say(language, "help"), join("\n", commands), say(language, "help-taps"))))]


def command_menu(language: str) -> tuple[tuple[str, str], ...]:
    """Name and description of each command, for the menu beside the text field."""
    return tuple((name, plain(language, key)) for name, key in COMMANDS.items())


def unreadable(language: str) -> list[Reply]:
    """A sticker, a voice message, a photo: the question stays open."""
    return [Message(say(language, "unreadable"))]


def unknown_command(language: str) -> list[Reply]:
    """A command that the bot has not."""
    names = escape(" ".join(f"/{name}" for name in COMMANDS))
    return [Message(join("\n", (say(language, "unknown-command"), names)))]


def apology(code: str, language: str) -> Message:
    """Something went wrong on our side; `code` finds it in the log."""
    return Message(say(language, "apology", code=code))
