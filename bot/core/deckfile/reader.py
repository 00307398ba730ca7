"""Decides which lines are cards: a state machine over the file's lines that is outside a card or in one of its fields."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING

from bot.core.deckfile.fields import (
    LIST_FIELDS,
    REPEATABLE,
    Field,
    FieldLine,
    bullet_text,
    dedent,
    field_of,
    is_picture,
    slip_of,
)
from bot.core.deckfile.lines import Line, LineKind
from bot.core.deckfile.names import title_from_heading
from bot.core.deckfile.raw import Item, RawCard, RawField, begin
from bot.core.deckfile.separators import split_question

if TYPE_CHECKING:
    from bot.core.deckfile.values import ProblemLog

MOST_CARDS = 10_000
"""Cards of one deck."""

_UNDERLINE = re.compile(r"^\s*(?:=+|-+)$")
_OPTION_B = re.compile(r"^\s*(?:[-*+]\s+)?\W{0,3}B\W{0,3}[:：]")


class Place(Enum):
    """Where the reader stands."""

    OUTSIDE = auto()
    """In prose."""
    IN_TEXT = auto()
    """In a field that runs over several lines: question, answer, hint, why."""
    IN_LIST = auto()
    """In a field of items."""
    IN_VALUE = auto()
    """In `Grade:` or `Id:`."""


class Reader:
    """Takes the lines one by one and sorts them into raw cards, prose, a title and problems."""

    def __init__(self, problems: ProblemLog) -> None:
        self.cards: list[RawCard] = []
        self.prose: list[str] = []
        self.title = ""
        self._problems = problems
        self._card: RawCard | None = None
        self._place = Place.OUTSIDE
        self._after_blank = True
        self._comments: list[str] = []
        self._last_prose = ""
        self._card_of_section: RawCard | None = None
        self._too_many = False
        self._last_kind = LineKind.BLANK
        self._lone_answer = 0

    def take(self, line: Line) -> None:
        """The one transition."""
        if line.kind is LineKind.BLANK:
            self._after_blank = True
            self._last_kind = line.kind
            return
        if line.kind is LineKind.COMMENT:
            self._comments.append(line.text)
            return
        if self._lone_answer:
            self._settle_lone_answer(line.text)
        found = field_of(line.text) if line.kind in (LineKind.TEXT, LineKind.HEADING) else None
        if found is not None and found.name is Field.QUESTION:
            self._open(found, line)
        elif self._card is None or not self._belongs(self._card, found, line):
            self._close()
            self._outside(found, line)
        self._after_blank = False
        self._last_kind = line.kind

    def finish(self) -> bool:
        """End of file; true when it came inside a card."""
        in_card = self._card is not None
        self._settle_lone_answer("")
        self._close()
        return in_card

    def _open(self, found: FieldLine, line: Line) -> None:
        self._close()
        if len(self.cards) >= MOST_CARDS and not self._too_many:
            self._too_many = True
            self._problems.add(
                line.number, f"the deck has more than {MOST_CARDS:,} cards", "split it into several files"
            )
        question = begin(found, line.number)
        card = RawCard(line.number, line.number, found.level, [question])
        if not self._too_many:
            self.cards.append(card)
        self._card = self._card_of_section = card
        self._comments = [line.comment] if line.comment else []
        self._keep(card, line.number)
        asked, answer = split_question(found.text)
        question.texts = [asked]
        if answer is not None:
            card.add(
                RawField(Field.ANSWER, line.number, found.indent, found.base, inline=True, texts=[answer])
            )
        self._enter(card.current)

    def _belongs(self, card: RawCard, found: FieldLine | None, line: Line) -> bool:
        """Put the line into the open card; false when it ends the card."""
        if line.kind is LineKind.RULE or (
            line.kind is LineKind.HEADING and not _is_field_heading(card, found)
        ):
            return False
        if found is None and line.kind is LineKind.TEXT:
            found = slip_of(line.text)
            if found is not None:
                self._problems.add(
                    line.number,
                    f"`{found.word}:` is not a field",
                    f"did you mean `{found.meant}:`? Write that",
                )
        if found is not None:
            self._begin_field(card, found, line)
            return True
        match self._place:
            case Place.IN_TEXT:
                belongs = self._more_text(card, line)
            case Place.IN_LIST:
                belongs = self._more_items(card.current, line)
            case Place.IN_VALUE | Place.OUTSIDE:
                belongs = self._lost(card.current, line)
        if belongs:
            self._keep(card, line.number, line.comment)
        return belongs

    def _begin_field(self, card: RawCard, found: FieldLine, line: Line) -> None:
        if found.name is Field.QUESTION:
            self._open(found, line)
            return
        earlier = card.add(begin(found, line.number))
        if earlier is not None and found.name not in REPEATABLE:
            remedy = (
                "write other wordings as `Also:`" if found.name is Field.ANSWER else "keep one of the two"
            )
            self._problems.add(
                line.number,
                f"`{found.name}:` stands twice in this card, first in line {earlier.line}",
                remedy,
            )
        self._keep(card, line.number, line.comment)
        self._enter(card.current)

    def _more_text(self, card: RawCard, line: Line) -> bool:
        """Text that runs on; after a blank line only pictures, code, formulas and what is indented under an answer."""
        field = card.current
        if self._after_blank:
            is_code = line.kind in (LineKind.CODE, LineKind.INDENTED) or is_picture(line.text)
            if not is_code and (line.indent < 2 or field.name is Field.QUESTION):
                return False
            field.texts.append("")
        if line.kind is LineKind.CODE:
            field.texts.append(dedent(line.text, line.block))
        elif line.kind is LineKind.INDENTED:
            field.texts.append(dedent(line.text, 0 if field.name is Field.QUESTION else min(field.base, 2)))
        else:
            field.add_text(dedent(line.text, field.base))
        return True

    def _more_items(self, field: RawField, line: Line) -> bool:
        """Sub-bullets, and text that runs on from the line above."""
        if line.kind is not LineKind.CODE:
            item = bullet_text(line.text)
            deeper = not self._after_blank and line.indent > field.indent
            if item is not None and (deeper or not field.inline):
                field.items.append(Item(line.number, [item]))
                return True
            if item is None and not self._after_blank:
                field.join(line.number, line.text.strip())
                return True
        return self._lost(field, line)

    def _lost(self, field: RawField, line: Line) -> bool:
        """A line that fits no field: right below one it is a problem, after a blank line it is prose."""
        if self._after_blank:
            return False
        if line.kind is not LineKind.CODE or self._last_kind is not LineKind.CODE:
            self._problems.add(
                line.number,
                f"{'code' if line.kind is LineKind.CODE else 'this line'} stands under `{field.name}:`, which has no room for it",
                "write it under `A:` or `Why:`, or leave a blank line above it",
            )
        return True

    def _outside(self, found: FieldLine | None, line: Line) -> None:
        if line.kind is LineKind.RULE or (line.kind is LineKind.TEXT and _UNDERLINE.match(line.text)):
            if not self.title and self._last_prose and not self._after_blank:
                self.title = title_from_heading(self._last_prose)
            if line.kind is LineKind.RULE:
                self._card_of_section = None
                return
        if found is not None:
            self._note_stray(found, line)
        if line.kind is LineKind.HEADING:
            self._card_of_section = None
            self.title = self.title or title_from_heading(line.text)
        self._last_prose = line.text if line.kind is LineKind.TEXT else ""
        self.prose.append(line.text)

    def _note_stray(self, found: FieldLine, line: Line) -> None:
        """A field outside a card: an answer is a problem anywhere, other words only where a card above has ended.

        In a heading the other words count only where they would have been fields under a heading question.
        """
        card = self._card_of_section
        in_heading = line.kind is LineKind.HEADING and (card is None or not 0 < card.level <= found.level)
        if found.name is not Field.ANSWER and (card is None or in_heading):
            return
        if card is not None:
            self._problems.add(
                line.number,
                f"`{found.word}:` stands outside a card: the card of line {card.line} ended in line {card.end}",
                "move it up to its card, without other text or a heading between them",
            )
        elif found.word == "A":
            self._lone_answer = line.number
        else:
            self._note_lone(line.number, found.word)

    def _settle_lone_answer(self, next_line: str) -> None:
        """An `A:` in prose is an answer without question, unless `B:` follows it: options, or people talking."""
        if self._lone_answer and not _OPTION_B.match(next_line):
            self._note_lone(self._lone_answer, "A")
        self._lone_answer = 0

    def _note_lone(self, number: int, word: str) -> None:
        self._problems.add(
            number, f"`{word}:` has no question", "write `Q:` before its question, in a line above it"
        )

    def _enter(self, field: RawField) -> None:
        if field.is_text:
            self._place = Place.IN_TEXT
        else:
            self._place = Place.IN_LIST if field.name in LIST_FIELDS else Place.IN_VALUE

    def _keep(self, card: RawCard, number: int, comment: str = "") -> None:
        """Count the line, and the comments before it, as the card's own."""
        card.end = number
        card.comments += self._comments
        self._comments = []
        if comment:
            card.comments.append(comment)

    def _close(self) -> None:
        if self._card is not None:
            self._card = None
            self._place = Place.OUTSIDE
            self._last_prose = ""
        self._comments = []


def _is_field_heading(card: RawCard, found: FieldLine | None) -> bool:
    """A heading is a field only below a question that is itself a heading of a higher level."""
    return found is not None and 0 < card.level < found.level
