"""A deck file as it lies on the disk: what it says, and the text that its version will store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.deckfile import DeckFile, decode_deck
from bot.core.deckfile.decode import LARGEST_FILE, decode
from bot.core.deckfile.values import ProblemLog

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class DeckSource:
    """A file that was read: its deck and, exactly as it was decoded, its text."""

    deck: DeckFile
    text: str


def read_source(path: Path) -> DeckSource:
    """Read a deck file; whatever is wrong with its text is in the deck's problems. OSError if it can't be read."""
    with path.open("rb") as file:
        # One byte more than a deck may have is enough to refuse it, whatever the file is.
        data = file.read(LARGEST_FILE + 1)
    return DeckSource(deck=decode_deck(data, path.name), text=decode(data, ProblemLog()))


def plain(name: object) -> str:
    """A name or text from outside on one line, without characters that could steer a terminal or break a log."""
    line = " ".join(str(name).split())
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)
