"""`dohrao deck publish` and `dohrao deck retire`: what changes for learners is said, and nothing is guessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from bot.commands.decks import FAULTY, source_of
from bot.commands.text import counted, problem_lines
from bot.services.deck_source import plain
from bot.services.publishing import publish_source, retire
from bot.services.releases import Faulty, NewerInChat, NoSuchDeck, Published, Retired, Unchanged, Undecided

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from bot.core.card import Card
    from bot.core.deckfile import Matching
    from bot.services.deck_source import DeckSource
    from bot.services.releases import Doubt, PublishOutcome
    from db import Database

UNDECIDED = 3
"""The exit code when the author has to say which card is which."""
SHOWN = 60
"""Characters of a question or an answer in a list."""


def publish(
    database: Database,
    paths: Sequence[Path],
    now: datetime,
    *,
    same: Mapping[int, int],
    new_cards: Collection[int],
    dry_run: bool,
) -> int:
    """Publish each file that is whole and beyond doubt; the exit code is that of the worst one."""
    codes = {0}
    for path in paths:
        source = source_of(path)
        if source is None:
            codes.add(FAULTY)
            continue
        outcome = publish_source(database, source, now, same=same, new_cards=new_cards, dry_run=dry_run)
        lines, code = _told(path, source, outcome, dry_run=dry_run)
        if isinstance(outcome, Undecided):
            lines += _how_to_decide(path, outcome, same, new_cards)
        for line in lines:
            typer.echo(line)
        codes.add(code)
    return FAULTY if FAULTY in codes else max(codes)


def retire_deck(database: Database, name: str, now: datetime) -> int:
    """Take a house deck out of study."""
    with database.write() as session:
        outcome = retire(session, name, now=now)
    match outcome:
        case Retired(learners=learners, again=again):
            typer.echo(
                f"{plain(name)}: {'was retired before' if again else 'retired'}, "
                f"{counted(learners, 'learner')} studied it; publishing it again brings it back with their progress"
            )
            return 0
        case NoSuchDeck(names=names):
            known = f"there are {', '.join(map(plain, names))}" if names else "no deck is in study"
            typer.echo(f"There is no deck {plain(name)}: {known}.", err=True)
            return FAULTY


def _told(path: Path, source: DeckSource, outcome: PublishOutcome, *, dry_run: bool) -> tuple[list[str], int]:
    """The lines that say what became of a file, and its exit code."""
    file, deck = plain(path), source.deck
    match outcome:
        case Published():
            verb = "would be" if dry_run else "is"
            said = f"{file}: version {outcome.number} of {plain(deck.name)} {verb} live, {_changes(outcome.matching)}"
            lines = [f"{said}; {counted(outcome.learners, 'learner')}"]
            if deck.drafts:
                where = ", ".join(str(placed.line) for placed in deck.drafts)
                lines.append(f"{file}: left out, no answer yet: line {where}")
            return lines, 0
        case Unchanged():
            return [f"{file}: unchanged, version {outcome.number} of {plain(deck.name)} is live"], 0
        case NewerInChat():
            return [f"{file}: not published, version {outcome.number} came from the chat after it"], FAULTY
        case Faulty():
            return problem_lines(path, outcome.problems), FAULTY
        case Undecided():
            said = (
                "may be a card the deck has already"
                if len(outcome.doubts) == 1
                else "may be cards the deck has already"
            )
            lines = [f"{file}: nothing was published, {counted(len(outcome.doubts), 'question')} {said}"]
            for doubt in outcome.doubts:
                lines += _doubt(file, doubt)
            return lines, UNDECIDED


def _changes(matching: Matching) -> str:
    numbers = {
        "same": len(matching.same),
        "edited": len(matching.edited),
        "new": len(matching.fresh),
        "retired": len(matching.retired),
    }
    if matching.revived:
        numbers["back"] = len(matching.revived)
    return ", ".join(f"{number} {what}" for what, number in numbers.items())


def _doubt(file: str, doubt: Doubt) -> list[str]:
    lines = [f"{file}:{doubt.line}: {_shown(doubt.card)}"]
    for candidate in doubt.candidates:
        was = ", retired" if candidate.retired else ""
        lines.append(
            f"  --same {doubt.line}={candidate.uid}   if it is this card{was}: {_shown(candidate.card)}"
        )
    lines.append(f"  --new {doubt.line}   if it is another card, which begins anew")
    return lines


def _how_to_decide(
    path: Path, outcome: Undecided, same: Mapping[int, int], new_cards: Collection[int]
) -> list[str]:
    """The command as it was, with the likeliest answer to each doubt."""
    options = [f"--same {line}={uid}" for line, uid in same.items()] + [f"--new {line}" for line in new_cards]
    options += [
        f"--same {doubt.line}={doubt.candidates[0].uid}" for doubt in outcome.doubts if doubt.candidates
    ]
    return [f"For example: dohrao deck publish {plain(path)} {' '.join(options)}"]


def _shown(card: Card) -> str:
    return f"{_cut(card.question)} — {_cut(card.answer)}"


def _cut(text: str) -> str:
    line = plain(text)
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"
