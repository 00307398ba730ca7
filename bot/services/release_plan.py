"""Decides what publishing a deck file would do, from what the database has of the deck: purely, before any lock.

Matching and preparing a large deck take seconds, in which learners must be able to go on answering.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from bot.core.cardtext import from_text, to_text
from bot.core.deckfile import Matching, Problem, StoredCard, match_cards
from bot.core.grading import answer_key, prepare
from bot.services.decisions import Decisions, decide
from bot.services.releases import Candidate, Doubt, Faulty, NewerInChat, Unchanged, Undecided
from db import publishing

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.core.card import Card
    from bot.core.deckfile import DeckFile, PlacedCard
    from db import Session


@dataclass(frozen=True, slots=True)
class Stored:
    """What the deck has of one card: its latest wording's id and text."""

    uid: int
    card_version: int
    content: str
    retired: bool

    @property
    def card(self) -> Card:
        """The latest wording."""
        return from_text(self.content)


@dataclass(frozen=True, slots=True)
class Standing:
    """What the database has of a deck; `deck` is 0 and nothing else is there before the first version.

    `number`, `digest` and `origin` are those of the newest version, `file_digest` is that of the newest one from a
    file. `live` is the number of the version that is studied, 0 if the deck is retired or has none.
    """

    deck: int = 0
    number: int = 0
    digest: str = ""
    origin: str = ""
    file_digest: str = ""
    live: int = 0
    cards: tuple[Stored, ...] = ()


@dataclass(frozen=True, slots=True)
class Wording:
    """One card of the new version: who it is (None: new) and what it says; `card_version` if that is stored already."""

    uid: int | None
    card_version: int | None
    content: str
    answer_key: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be written. It holds as long as the deck's newest version is still number `base`."""

    base: int
    digest: str
    matching: Matching
    wordings: tuple[Wording, ...]
    prepared: str


Planned = Plan | Unchanged | Undecided | Faulty | NewerInChat


def standing(session: Session, owner: int, name: str) -> Standing:
    """Read what there is of a deck."""
    deck = publishing.deck_named(session, owner, name)
    last = publishing.last_version(session, owner, name)
    file = publishing.last_version(session, owner, name, "file")
    if deck is None or last is None:
        return Standing()
    return Standing(
        deck=deck.id,
        number=last.number,
        digest=last.sha256,
        origin=last.origin,
        file_digest=file.sha256 if file else "",
        live=0 if deck.retired_at else deck.current_version or 0,
        cards=tuple(
            Stored(uid, card_version, content, retired_at is not None)
            for uid, retired_at, card_version, content in publishing.stored_cards(session, deck.id)
        ),
    )


def kept_at_start(known: Standing, source: str) -> Unchanged | NewerInChat | None:
    """Why a start leaves the deck as it is: its file is the last one published, or the chat's version is newer."""
    if known.file_digest == _digest(source):
        return Unchanged(known.deck, known.live or known.number)
    return NewerInChat(known.number) if known.number and known.origin != "file" else None


def plan(
    deck: DeckFile, source: str, known: Standing, same: Mapping[int, int], new_cards: Collection[int]
) -> Planned:
    """What publishing the file would do, or why it can't be done or need not be; decisions are as for `publish`."""
    cards = deck.complete
    if deck.problems or not cards:
        return Faulty(deck.problems or (_no_cards(),))
    stored = {card.uid: card for card in known.cards}
    decisions = decide(cards, stored, same, new_cards)
    if not isinstance(decisions, Decisions):
        return Faulty(decisions)
    matching = match_cards(
        [StoredCard(card.uid, card.card, card.retired) for card in known.cards],
        [placed.card for placed in cards],
        decisions.same,
        decisions.new,
    )
    if matching.ask:
        return _undecided(matching, cards, stored)
    wordings = _wordings(matching, cards, stored)
    digest = _digest(source)
    is_live = known.digest == digest and known.live == known.number != 0
    if is_live and not matching.retired and not matching.revived and all(w.card_version for w in wordings):
        return Unchanged(known.deck, known.live)
    prepared = prepare((placed.card for placed in cards), deck.prose).dump()
    return Plan(known.number, digest, matching, wordings, prepared)


def _wordings(
    matching: Matching, cards: Sequence[PlacedCard], stored: Mapping[int, Stored]
) -> tuple[Wording, ...]:
    kept = {index: uid for uid, index in matching.same}
    kept.update((edit.index, edit.uid) for edit in matching.edited)
    wordings: list[Wording] = []
    for index, placed in enumerate(cards):
        content = to_text(placed.card)
        before = stored[kept[index]] if index in kept else None
        if before is not None and before.content == content:
            wordings.append(Wording(before.uid, before.card_version, content, ""))
        else:
            wordings.append(Wording(kept.get(index), None, content, answer_key(placed.card)))
    return tuple(wordings)


def _undecided(matching: Matching, cards: Sequence[PlacedCard], stored: Mapping[int, Stored]) -> Undecided:
    return Undecided(
        tuple(
            Doubt(
                cards[question.index].line,
                cards[question.index].card,
                tuple(Candidate(uid, stored[uid].card, stored[uid].retired) for uid in question.candidates),
            )
            for question in matching.ask
        )
    )


def _no_cards() -> Problem:
    return Problem(1, "there is no card with an answer", "write `Q: ...` and on the next line `A: ...`")


def _digest(source: str) -> str:
    return sha256(source.encode("utf-8", "replace")).hexdigest()
