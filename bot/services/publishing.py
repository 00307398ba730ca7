"""Publishing decks: which cards a new version keeps, changes, brings and retires, and what learners notice of it.

A card's identity is settled by `match_cards`; here its outcome becomes rows, and the version goes live last.
"""

from __future__ import annotations

from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from bot.core.deckfile import Matching, Problem, StoredCard, check_deck, match_cards
from bot.core.grading import GRADER_VERSION, prepare
from bot.services.card_rows import changes_something, show_soon, stored_cards, write_cards
from bot.services.decisions import Decisions, decide
from bot.services.deck_source import plain, read_source
from bot.services.releases import (
    Candidate,
    Doubt,
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
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from bot.core.deckfile import DeckFile, PlacedCard
    from bot.services.card_rows import Stored
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
    prepared: str | None = None,
) -> PublishOutcome:
    """Make a deck file the live version of the owner's deck of its name; only `Published` changes anything.

    `same` (line of a question -> uid of the card it is) and `new_cards` (lines) decide what can't be told from the
    texts. Drafts are left out. `only_if_changed` is the start-up rule: nothing happens unless the source differs
    from the last one that came from a file, and a version from the chat is not replaced. `prepared` is the grader's
    dump of the deck where the caller has made it before the transaction, since that takes seconds for a large one.
    """
    cards = deck.complete
    if deck.problems or not cards:
        return Faulty(deck.problems or (_no_cards(),))
    row = publishing.locked_deck(session, owner, deck.name)
    stored = stored_cards(session, row)
    decisions = decide(cards, stored, same, new_cards)
    if not isinstance(decisions, Decisions):
        return Faulty(decisions)
    if row is None:
        # Made, and so locked, before the versions are looked at: another process may be publishing it too.
        row = publishing.create_deck(session, owner, deck.name)
        stored = stored_cards(session, row)
    digest = digest_of(source)
    if only_if_changed and (kept := _kept(session, owner, deck.name, digest)):
        return kept
    matching = match_cards(
        [StoredCard(known.uid, known.card, known.retired) for known in stored.values()],
        [placed.card for placed in cards],
        decisions.same,
        decisions.new,
    )
    if matching.ask:
        return _undecided(matching, cards, stored)
    if _is_live(session, row, digest) and not changes_something(matching, cards, stored):
        return Unchanged(row.id, row.current_version or 0)
    version = {"source": source, "sha256": digest, "origin": origin, "author": author, "at": now}
    version["prepared"] = prepared or prepared_text(deck)
    placed = write_cards(session, row.id, matching, cards, stored, now)
    return _go_live(session, row, deck, matching, placed, version)


def _go_live(
    session: Session,
    row: Deck,
    deck: DeckFile,
    matching: Matching,
    placed: Sequence[tuple[int, int]],
    version: dict[str, Any],
) -> Published:
    """Store the version with its cards and, when all else is written, let learners study it."""
    last = publishing.last_version(session, row.owner, row.name)
    number = last.number + 1 if last else 1
    version_id = publishing.add_version(
        session,
        row.id,
        number=number,
        title=deck.title,
        language=deck.language,
        grader_version=GRADER_VERSION,
        **version,
    )
    publishing.place_cards(session, version_id, placed)
    show_soon(session, [edit.uid for edit in matching.edited if edit.answer_changed], version["at"])
    publishing.make_live(session, row, number)
    return Published(row.id, version_id, number, matching, publishing.learner_count(session, row.id))


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


def prepared_text(deck: DeckFile) -> str:
    """The grader's dump of a deck: the part of publishing that needs no transaction."""
    return prepare((placed.card for placed in deck.complete), deck.prose).dump()


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
    """Check a house deck's file with its examples and publish it, in a transaction as short as can be.

    `dry_run` takes everything back and tells how it would have ended.
    """
    problems = check_deck(source.deck)
    if problems:
        return Faulty(problems)
    prepared = prepared_text(source.deck)
    for remaining in reversed(range(TRIES)):
        try:
            with database.write() as session:
                outcome = publish(
                    session,
                    source.deck,
                    source.text,
                    now=now,
                    same=same,
                    new_cards=new_cards,
                    only_if_changed=only_if_changed,
                    prepared=prepared,
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
        lines.append(_house_line(path, source.deck, _publish_changed(database, source, now)))
    return tuple(line for line in lines if line is not None)


def _publish_changed(database: Database, source: DeckSource, now: datetime) -> PublishOutcome:
    """Publish by the start-up rule; a file that has not changed is not even checked."""
    with database.read() as session:
        kept = _kept(session, HOUSE, source.deck.name, digest_of(source.text))
    return kept or publish_source(database, source, now, only_if_changed=True)


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


def digest_of(source: str) -> str:
    """What a version's source is recognised by."""
    return sha256(source.encode("utf-8", "replace")).hexdigest()


def _no_cards() -> Problem:
    return Problem(1, "there is no card with an answer", "write `Q: ...` and on the next line `A: ...`")


def _kept(session: Session, owner: int, name: str, digest: str) -> Unchanged | NewerInChat | None:
    """Why the start-up rule leaves a deck as it is; None if its file may be published."""
    row = publishing.deck_named(session, owner, name)
    file = publishing.last_version(session, owner, name, "file")
    if row is not None and file is not None and file.sha256 == digest:
        return Unchanged(row.id, row.current_version or file.number)
    last = publishing.last_version(session, owner, name)
    return NewerInChat(last.number) if last is not None and last.origin != "file" else None


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


def _is_live(session: Session, deck: Deck, digest: str) -> bool:
    """Whether this source is what learners study now."""
    last = publishing.last_version(session, deck.owner, deck.name)
    is_last = last is not None and last.number == deck.current_version and last.sha256 == digest
    return is_last and deck.retired_at is None
