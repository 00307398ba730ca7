"""Every word a learner reads: pure functions from a service's outcome and a language to replies."""

from bot.chat.views.decks import deck_gone, deck_list, joined, left, welcome
from bot.chat.views.general import apology, command_menu, help_text, stats, unknown_command, unreadable
from bot.chat.views.review import nothing_open, turned, unfolded, untouched
from bot.chat.views.settings import settings

__all__ = [
    "apology",
    "command_menu",
    "deck_gone",
    "deck_list",
    "help_text",
    "joined",
    "left",
    "nothing_open",
    "settings",
    "stats",
    "turned",
    "unfolded",
    "unknown_command",
    "unreadable",
    "untouched",
    "welcome",
]
