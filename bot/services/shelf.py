"""The prepared decks in memory: current ones loaded before serving, others when first asked for."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

from bot.core.cardtext import from_text
from bot.core.deckfile import read_deck
from bot.core.grading import GRADER_VERSION, PreparedDeck, prepare
from db import decks

if TYPE_CHECKING:
    from db import Session

CAPACITY = 256
"""Prepared decks kept; the least recently used goes first."""


class NotOnShelf(Exception):  # noqa: N818  # a state to recover from, not an error
    """The deck version is not loaded: roll back, `recover`, and run the transaction again."""

    def __init__(self, version: int) -> None:
        super().__init__(f"deck version {version} is not loaded")
        self.version = version


class Shelf:
    """Prepared decks by the id of their version. Safe to share between threads."""

    def __init__(self) -> None:
        self._decks: OrderedDict[int, PreparedDeck] = OrderedDict()
        self._lock = Lock()

    def deck(self, version: int) -> PreparedDeck:
        """The prepared deck of a version.

        Raises:
            NotOnShelf: it has not been loaded.
        """
        with self._lock:
            found = self._decks.get(version)
            if found is None:
                raise NotOnShelf(version)
            self._decks.move_to_end(version)
            return found

    def load(self, session: Session, version: int) -> None:
        """Load a version; one that an older grader prepared is prepared afresh."""
        stored = decks.stored(session, version)
        if stored.grader_version == GRADER_VERSION:
            deck = PreparedDeck.load(stored.prepared)
        else:
            cards = [from_text(content) for content in decks.contents(session, version)]
            deck = prepare(cards, read_deck(stored.source, stored.name).prose)
        with self._lock:
            self._decks[version] = deck
            while len(self._decks) > CAPACITY:
                self._decks.popitem(last=False)

    def load_current(self, session: Session) -> None:
        """Load the live version of every deck."""
        for version in decks.live_versions(session)[:CAPACITY]:
            self.load(session, version)

    def recover(self, error: Exception, session: Session) -> bool:
        """Mend what made a transaction fail, if a deck was missing here; whether it may be run again."""
        if not isinstance(error, NotOnShelf):
            return False
        self.load(session, error.version)
        return True
