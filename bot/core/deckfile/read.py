"""Reads a whole deck file: front matter, cards, prose, and what only the whole file shows, such as a question asked twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.deckfile.build import build_card
from bot.core.deckfile.decode import LARGEST_FILE, MOST_LINES, clean, decode
from bot.core.deckfile.fields import field_of
from bot.core.deckfile.front_matter import read_front_matter
from bot.core.deckfile.keys import question_key
from bot.core.deckfile.lines import Block, LineKind, Scan
from bot.core.deckfile.names import cut_title, name_from_file
from bot.core.deckfile.reader import Reader
from bot.core.deckfile.values import DeckFile, PlacedCard, ProblemLog

if TYPE_CHECKING:
    from bot.core.deckfile.raw import RawCard


@dataclass(frozen=True, slots=True)
class Reading:
    """A deck with the lines and raw cards it was read from, for the canonical form."""

    deck: DeckFile
    lines: list[str]
    cards: list[RawCard]


def read_deck(text: str, file_name: str) -> DeckFile:
    """The deck that a file's text states. Never raises: whatever is wrong is in its problems, all of it at once."""
    return read_lines(text, file_name, ProblemLog()).deck


def decode_deck(data: bytes, file_name: str) -> DeckFile:
    """The deck in a file's bytes: UTF-8, or UTF-16 with a byte order mark, of at most 5 MB. Never raises."""
    problems = ProblemLog()
    return read_lines(decode(data, problems), file_name, problems).deck


def read_lines(text: str, file_name: str, problems: ProblemLog) -> Reading:
    """As `read_deck`, with the file's lines and raw cards."""
    if len(text) > LARGEST_FILE:
        problems.add(1, "the file is too large", "split it into files of at most 5 MB")
        text = ""
    text = clean(text, problems)
    if text.count("\n") >= MOST_LINES:
        problems.add(
            MOST_LINES + 1, f"the file has more than {MOST_LINES:,} lines", "split it into several files"
        )
        text = ""
    lines = text.split("\n")
    front = read_front_matter(lines, problems)
    body = [""] * front.length + lines[front.length :] if front.length else lines
    scan = Scan(body)
    reader = Reader(problems)
    for line in scan:
        reader.take(line)
    in_card = reader.finish()
    if scan.open_block is not None and (in_card or _hides_card(scan.open_block, body)):
        _note_open(scan.open_block, problems)
    built = [(card, build_card(card, problems)) for card in reader.cards]
    cards = tuple(placed for _, placed in built if placed is not None)
    _check_twice(cards, problems)
    name = front.deck or name_from_file(file_name)
    deck = DeckFile(
        name=name,
        title=cut_title(front.title) or reader.title or name,
        language=front.language,
        tags=front.tags,
        cards=cards,
        prose="\n".join(reader.prose),
        problems=problems.in_order(),
    )
    return Reading(deck, lines, reader.cards)


def _hides_card(block: Block, lines: list[str]) -> bool:
    """Whether what looks like a card follows; only then is it a fault that a lesson leaves a fence or comment open."""
    return any(field_of(line) is not None for line in lines[block.number :])


def _note_open(block: Block, problems: ProblemLog) -> None:
    if block.kind is LineKind.COMMENT:
        name, closing = "comment", "write `-->` on a line below it"
    elif block.opener == "$$":
        name, closing = "formula", "write `$$` on a line below it, or `\\$$` where none is meant"
    else:
        name, closing = "code fence", "repeat its marks alone on a line below it"
    problems.add(block.number, f"the {name} that begins here is never closed and hides what follows", closing)


def _check_twice(cards: tuple[PlacedCard, ...], problems: ProblemLog) -> None:
    questions: dict[str, int] = {}
    ids: dict[str, int] = {}
    for placed in cards:
        first = questions.setdefault(question_key(placed.card.question), placed.line)
        if first != placed.line:
            problems.add(
                placed.line,
                f"the question in line {placed.line} stands already in line {first}",
                "delete one of the two, or ask them differently",
            )
        if placed.card.id:
            first = ids.setdefault(placed.card.id, placed.line)
            if first != placed.line:
                problems.add(
                    placed.line,
                    f"`Id: {placed.card.id}` of this card stands already in the card of line {first}",
                    "delete one of the two lines",
                )
