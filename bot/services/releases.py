"""How publishing or retiring a deck can end: frozen values, which the command line and the chat turn into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.core.card import Card
    from bot.core.deckfile import Matching, Problem


@dataclass(frozen=True, slots=True)
class Published:
    """The version is live. `learners` is how many study the deck."""

    deck: int
    version_id: int
    number: int
    matching: Matching
    learners: int


@dataclass(frozen=True, slots=True)
class Unchanged:
    """There was nothing to publish; `number` is the version that is live."""

    deck: int
    number: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stored card that a new one may be."""

    uid: int
    card: Card
    retired: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """A card of the file, by the line of its question, of which only the author knows whether it is new."""

    line: int
    card: Card
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nothing was published: the author has to say first which card is which."""

    doubts: tuple[Doubt, ...]


@dataclass(frozen=True, slots=True)
class Faulty:
    """Nothing was published: the file, or a decision about its cards, is wrong."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class NewerInChat:
    """Nothing was published: the live version, by its number, came from the chat after the last file version."""

    number: int


PublishOutcome = Published | Unchanged | Undecided | Faulty | NewerInChat


@dataclass(frozen=True, slots=True)
class Retired:
    """The deck is no longer studied; `learners` did. `again`: it was retired already."""

    deck: int
    learners: int
    again: bool


@dataclass(frozen=True, slots=True)
class NoSuchDeck:
    """The owner has no deck of that name; `names` are those there are."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HouseLine:
    """What became of one file at start-up, as a sentence for the log."""

    text: str
    warning: bool
