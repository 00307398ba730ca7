"""Tells a file's lines apart: text, headings, rules, and the code, formulas and comments in which nothing is a card.

An own scan rather than a Markdown parser: it keeps every line's number, and its time grows with the file's length
alone, whatever brackets or nested lists the file holds.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from bot.core.deckfile.fields import Field, columns, field_of
from bot.core.deckfile.separators import outside_code, split_question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


class LineKind(Enum):
    """What a line is."""

    BLANK = auto()
    TEXT = auto()
    HEADING = auto()
    RULE = auto()
    CODE = auto()
    """A line of a fence or a `$$` block, its borders included."""
    INDENTED = auto()
    """Code by four columns of indentation after a blank line."""
    COMMENT = auto()


class Line(NamedTuple):
    """One line: `text` is without trailing blanks and comments, `block` the indentation of the code it belongs to."""

    number: int
    kind: LineKind
    text: str
    indent: int = 0
    block: int = 0
    comment: str = ""


class Block(NamedTuple):
    """A fence, formula or comment that is open: by which line and sign, and which line closes it."""

    number: int
    opener: str
    kind: LineKind
    indent: int
    closed_by: Callable[[str], bool]


_FENCE = re.compile(r"^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?P<sign>`{3,}(?=[^`]*$)|~{3,})")
_HEADING = re.compile(r"^\s*#{1,6}(?:\s|$)")
_PLAIN = re.compile(r"[^\s#*_`~$<+-][^`~$<]*$")
"""A line that is neither indented nor a heading or rule, and opens nothing: nearly every line of a lesson."""
_BLOCK_SIGN = re.compile(r"```|~~~|\$\$")


class Scan:
    """One pass over a file's lines; a run of blank lines is told as one.

    Afterwards `open_block` is the fence, formula or comment, if any, that ran to the end of the file.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.open_block: Block | None = None
        self._lines = lines

    def __iter__(self) -> Iterator[Line]:
        after_blank = True
        told_blank = False
        for number, raw in enumerate(self._lines, 1):
            raw = raw.rstrip()
            block = self.open_block
            if block is not None:
                yield Line(number, block.kind, raw, columns(raw), block.indent)
                if block.closed_by(raw):
                    self.open_block = None
            elif not raw:
                if not told_blank:
                    yield Line(number, LineKind.BLANK, "")
                told_blank = after_blank = True
                continue
            elif after_blank and raw[0] in " \t" and columns(raw) >= 4:
                yield Line(number, LineKind.INDENTED, raw, columns(raw))
            elif _PLAIN.match(raw):
                yield Line(number, LineKind.TEXT, raw)
                after_blank = False
            else:
                for line in self._told(number, raw):
                    yield line
                    after_blank = _ends_paragraph(line)
            told_blank = False

    def _told(self, number: int, raw: str) -> tuple[Line, ...]:
        """A line outside every block; one whose block opens behind a field's colon is told as two."""
        comment = ""
        if "<!--" in raw:
            raw, comment = _without_comments(raw)
            if not raw.strip():
                return (Line(number, LineKind.COMMENT, comment),)
            if raw.lstrip().startswith("<!--"):
                self.open_block = Block(number, "<!--", LineKind.COMMENT, 0, lambda line: "-->" in line)
                return (Line(number, LineKind.COMMENT, raw),)
        if _BLOCK_SIGN.search(raw) is None:
            return (Line(number, _kind(raw), raw, columns(raw), 0, comment),)
        field = field_of(raw)
        if field is None:
            kind = LineKind.CODE if self._opens_code(number, raw, columns(raw)) else _kind(raw)
            return (Line(number, kind, raw, columns(raw), columns(raw), comment),)
        asked, answer = split_question(field.text) if field.name is Field.QUESTION else (field.text, None)
        for head, text, code in (
            (field.head, asked, field.text),
            (f"{field.head} {asked} —", answer, answer),
        ):
            if text and code and self._opens_code(number, text, field.base) and self.open_block:
                return (
                    Line(number, _kind(head), head, columns(raw), 0, comment),
                    Line(number, LineKind.CODE, code, field.base, field.base),
                )
        return (Line(number, _kind(raw), raw, columns(raw), 0, comment),)

    def _opens_code(self, number: int, text: str, indent: int) -> bool:
        """Whether the text is code by itself or opens a block of it, which is then noted as open."""
        fence = _FENCE.match(text)
        if fence is not None:
            sign = fence["sign"]
            closing = re.compile(rf"^\s*{re.escape(sign[0])}{{{len(sign)},}}$")
            self.open_block = Block(
                number, sign, LineKind.CODE, indent, lambda line: closing.match(line) is not None
            )
            return True
        text = text.strip()
        if not text.startswith("$$"):
            return False
        if "$$" in text[2:]:
            return text.endswith("$$")
        self.open_block = Block(number, "$$", LineKind.CODE, indent, lambda line: "$$" in line)
        return True


def _kind(text: str) -> LineKind:
    if _HEADING.match(text):
        return LineKind.HEADING
    return LineKind.RULE if _is_rule(text) else LineKind.TEXT


def _is_rule(text: str) -> bool:
    marks = text.replace(" ", "").replace("\t", "")
    return len(marks) >= 3 and marks[0] in "-*_" and marks.count(marks[0]) == len(marks)


def _ends_paragraph(line: Line) -> bool:
    """Whether what is indented right below the line is code, as below a blank one."""
    return line.kind is LineKind.RULE or (line.kind is LineKind.HEADING and field_of(line.text) is None)


def _without_comments(text: str) -> tuple[str, str]:
    """The line without the comments that it closes itself, and those comments; code spans keep theirs."""
    shown = outside_code(text)
    parts: list[str] = []
    comments: list[str] = []
    done = 0
    start = shown.find("<!--")
    while start >= 0:
        end = shown.find("-->", start + 2)
        if end < 0:
            break
        parts.append(text[done:start])
        done = end + 3
        comments.append(text[start:done])
        start = shown.find("<!--", done)
    return "".join((*parts, text[done:])).rstrip(), " ".join(comments)
