"""Publishing decks: which cards a new version keeps, changes, brings and retires, and what learners notice of it.

A card's identity is settled by `match_cards`; here its outcome becomes rows, and the version goes live last.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from bot.core.deckfile import check_deck
from bot.core.grading import GRADER_VERSION
from bot.services.card_rows import show_soon, write_cards
from bot.services.deck_source import plain, read_source
from bot.services.release_plan import Plan, kept_at_start, plan, standing
from bot.services.releases import (
    Faulty,
    HouseLine,
    NewerInChat,
    NoSuchDeck,
    Published,
    PublishOutcome,
    Retired,
    Unchanged,
    Undecided,
)
from db import is_conflict, publishing
from db.models import HOUSE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime
    from pathlib import Path

    from bot.core.deckfile import DeckFile
    from bot.services.deck_source import DeckSource
    from db import Database, Session
    from db.models import Deck

NO_DECISIONS: Mapping[int, int] = MappingProxyType({})
SUFFIXES = (".md", ".markdown", ".txt")
"""What the names of deck files end with."""
NO_DECKS = ("README.md",)
TRIES = 3
"""How often a transaction is begun that PostgreSQL ends for another's sake."""


def publish(
    session: Session,
    deck: DeckFile,
    source: str,
    *,
    owner: int = HOUSE,
    author: int = HOUSE,
    origin: str = "file",
    now: datetime,
    same: Mapping[int, int] = NO_DECISIONS,
    new_cards: Collection[int] = (),
    only_if_changed: bool = False,
    planned: Plan | None = None,
) -> PublishOutcome:
    """Make a deck file the live version of the owner's deck of its name; only `Published` changes anything.

    `same` (line of a question -> uid of the card it is) and `new_cards` (lines) decide what can't be told from the
    texts. Drafts are left out. `only_if_changed` is the start-up rule: nothing happens unless the source differs
    from the last one that came from a file, and a version from the chat is not replaced. `planned` is the plan where
    the caller made it before the transaction; it is made anew if the deck has changed since.
    """
    while True:
        row = publishing.locked_deck(session, owner, deck.name)
        last = publishing.last_version(session, owner, deck.name)
        if planned is None or planned.base != (last.number if last else 0):
            known = standing(session, owner, deck.name)
            kept = kept_at_start(known, source) if only_if_changed else None
            outcome = kept or plan(deck, source, known, same, new_cards)
            if not isinstance(outcome, Plan):
                return outcome
            planned = outcome
        if row is not None:
            return _go_live(session, row, deck, planned, source=source, origin=origin, author=author, at=now)
        # The next round finds it locked, and sees whether another process has published it just now.
        publishing.create_deck(session, owner, deck.name)


def _go_live(
    session: Session, row: Deck, deck: DeckFile, planned: Plan, *, at: datetime, **columns: Any
) -> Published:
    """Write cards and version and, when all else is there, let learners study it."""
    number = planned.base + 1
    placed = write_cards(session, row.id, planned, at)
    version = publishing.add_version(
        session,
        row.id,
        number=number,
        title=deck.title,
        language=deck.language,
        sha256=planned.digest,
        at=at,
        prepared=planned.prepared,
        grader_version=GRADER_VERSION,
        **columns,
    )
    publishing.place_cards(session, version, placed)
    show_soon(session, [edit.uid for edit in planned.matching.edited if edit.answer_changed], at)
    publishing.make_live(session, row, number)
    return Published(row.id, version, number, planned.matching, publishing.learner_count(session, row.id))


def retire(session: Session, name: str, *, owner: int = HOUSE, now: datetime) -> Retired | NoSuchDeck:
    """Take a deck out of study; its cards and everybody's progress stay for the day it is published again."""
    row = publishing.locked_deck(session, owner, name)
    if row is None:
        return NoSuchDeck(publishing.deck_names(session, owner))
    learners = publishing.learner_count(session, row.id)
    if row.retired_at is not None:
        return Retired(row.id, learners, again=True)
    publishing.retire_deck(session, row, now)
    return Retired(row.id, learners, again=False)


def publish_source(
    database: Database,
    source: DeckSource,
    now: datetime,
    *,
    same: Mapping[int, int] = NO_DECISIONS,
    new_cards: Collection[int] = (),
    only_if_changed: bool = False,
    dry_run: bool = False,
) -> PublishOutcome:
    """Check a house deck's file with its examples and publish it; the transaction holds nobody up for long.

    `dry_run` takes everything back and tells how it would have ended.
    """
    deck, text = source.deck, source.text
    with database.read() as session:
        known = standing(session, HOUSE, deck.name)
    if only_if_changed and (kept := kept_at_start(known, text)):
        return kept
    problems = check_deck(deck)
    if problems:
        return Faulty(problems)
    planned = plan(deck, text, known, same, new_cards)
    if not isinstance(planned, Plan):
        return planned
    for remaining in reversed(range(TRIES)):
        try:
            with database.write() as session:
                outcome = publish(
                    session,
                    deck,
                    text,
                    now=now,
                    same=same,
                    new_cards=new_cards,
                    only_if_changed=only_if_changed,
                    planned=planned,
                )
                if dry_run:
                    session.rollback()
                return outcome
        except Exception as error:
            if not remaining or not is_conflict(error):
                raise
    raise AssertionError("the last try returns or raises")


def publish_house_decks(database: Database, folder: Path, now: datetime) -> tuple[HouseLine, ...]:
    """At start-up, publish the decks of a folder whose files have changed; what can't be published stays as it was.

    The lines say what became of the files that were published, and warn of those that somebody has to look at.
    """
    try:
        paths = sorted(
            path for path in folder.iterdir() if path.suffix in SUFFIXES and path.name not in NO_DECKS
        )
    except OSError as error:
        return (
            HouseLine(
                f"{plain(folder)} can't be read ({error.strerror}): no deck is published from it",
                warning=True,
            ),
        )
    lines: list[HouseLine | None] = []
    seen: dict[str, str] = {}
    for path in paths:
        file = plain(path.name)
        try:
            source = read_source(path)
        except OSError as error:
            lines.append(HouseLine(f"{file}: can't be read ({error.strerror})", warning=True))
            continue
        name = source.deck.name
        if name in seen:
            lines.append(
                HouseLine(f"{file}: not published, {seen[name]} has the same deck name, {name}", warning=True)
            )
            continue
        seen[name] = file
        lines.append(
            _house_line(path, source.deck, publish_source(database, source, now, only_if_changed=True))
        )
    return tuple(line for line in lines if line is not None)


def _house_line(path: Path, deck: DeckFile, outcome: PublishOutcome) -> HouseLine | None:
    match outcome:
        case Published(number=number):
            said = f"published as version {number}, {len(deck.complete)} cards"
            if deck.drafts:
                said += f", {len(deck.drafts)} without an answer left out"
        case Unchanged():
            return None
        case Undecided(doubts=doubts):
            lines = ", ".join(str(doubt.line) for doubt in doubts)
            said = f"not published, line {lines} may be a card it has already: `dohrao deck publish {plain(path)}`"
        case Faulty(problems=problems):
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            said = f"not published, line {problems[0].line}: {problems[0].what}{more}"
        case NewerInChat(number=number):
            said = f"not published, version {number} came from the chat after the last file"
    return HouseLine(f"{plain(path.name)}: {said}", warning=not isinstance(outcome, Published))
