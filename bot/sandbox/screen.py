"""Decides how a message looks in a terminal: wrapped to columns, bold and code marked, quotes and buttons set off."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.sandbox.errors import Json
    from bot.sandbox.state import Posted

WIDEST = 60
"""Columns beyond which lines are hard to read."""

_STYLES = {"bold": "1", "italic": "3", "underline": "4", "strikethrough": "9", "code": "36", "pre": "36"}
_QUOTES = ("blockquote", "expandable_blockquote")
_WITHOUT_WIDTH = ("Mn", "Me", "Cf")
_GAP = "  "

Buttons: TypeAlias = "Sequence[Sequence[tuple[str, str]]]"
"""Rows of (text, callback data), as `Posted.buttons`."""
_Cells: TypeAlias = "list[tuple[str, str]]"
"""Characters, each with the codes of its style ("" for none)."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the terminal can show: so many columns, and whether it understands bold and colour."""

    width: int = WIDEST
    styled: bool = False


def message_lines(posted: Posted, look: Look) -> list[str]:
    """The message's text in lines of at most the look's width, without its buttons."""
    quoted, styles = _marks(posted.text, posted.entities)
    lines = [f"({posted.kind} {posted.file_name})".replace(" )", ")")] if posted.kind != "text" else []
    for start, end in _line_places(posted.text, quoted):
        cells = list(zip(_printable(posted.text[start:end]), styles[start:end], strict=True))
        first, rest = ("▸ ", "  ") if any(a <= start < b for a, b in quoted) else ("", "")
        for n, piece in enumerate(_wrapped(cells, look.width - len(first))):
            lines.append((rest if n else first) + _painted(piece, look))
    return lines


def button_lines(buttons: Buttons, look: Look, *, numbered: bool) -> list[str]:
    """The keyboard's rows; numbered buttons can be tapped, the others belong to a message that is passed."""
    number = 0
    lines = []
    for row in buttons:
        line = ""
        for text, _ in row:
            number += 1
            shown = f"[{number}] {_printable(text)}" if numbered else f"[{_printable(text)}]"
            if line and _columns(line + _GAP + shown) > look.width:
                lines.append(line)
                line = ""
            line += (_GAP if line else "") + shown
        lines.append(line)
    return lines


def wrap(text: str, look: Look) -> list[str]:
    """A plain text in lines of at most the look's width."""
    cells = [(character, "") for character in _printable(text)]
    return ["".join(character for character, _ in piece) for piece in _wrapped(cells, look.width)]


def _marks(text: str, entities: Sequence[Json]) -> tuple[list[tuple[int, int]], list[str]]:
    """Where quotes are, and each character's style; entities count in UTF-16 units."""
    place = {0: 0}
    units = 0
    for index, character in enumerate(text, 1):
        units += 2 if character > "\uffff" else 1
        place[units] = index
    quoted = []
    codes: list[list[str]] = [[] for _ in text]
    for entity in entities:
        start, end = place[entity["offset"]], place[entity["offset"] + entity["length"]]
        if entity["type"] in _QUOTES:
            quoted.append((start, end))
        code = _STYLES.get(entity["type"])
        if code is not None:
            for spot in codes[start:end]:
                spot.append(code)
    return quoted, [";".join(spot) for spot in codes]


def _line_places(text: str, quoted: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Where each line begins and ends; a quote is a block of its own, whatever stands right beside it."""
    borders = sorted(border for quote in quoted for border in quote)
    start = 0
    for line in text.split("\n") if text else ():
        end = start + len(line)
        yield from pairwise([start, *(border for border in borders if start < border < end), end])
        start = end + 1


def _printable(text: str) -> str:
    """The text without what a terminal would obey: control characters, C1 ones too."""
    return "".join("\ufffd" if unicodedata.category(c) == "Cc" else c for c in text)


def _columns(text: str) -> int:
    return sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.category(character) in _WITHOUT_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _wrapped(cells: _Cells, width: int) -> Iterator[_Cells]:
    """Pieces of at most so many columns, cut at a space where there is one."""
    while (fits := _fitting(cells, width)) < len(cells):
        space = max((n for n in range(fits + 1) if cells[n][0] == " "), default=0)
        if any(character != " " for character, _ in cells[:space]):
            yield cells[:space]
            cells = cells[space + 1 :]
        else:
            yield cells[:fits]
            cells = cells[fits:]
    yield cells


def _fitting(cells: _Cells, width: int) -> int:
    """How many characters stand in so many columns, one at least; what has no width stays with its letter."""
    used = 0
    for n, (character, _) in enumerate(cells):
        used += _width(character)
        if used > width and n:
            return n
    return len(cells)


def _painted(cells: _Cells, look: Look) -> str:
    painted = ""
    for codes, run in groupby(cells, key=lambda cell: cell[1]):
        text = "".join(character for character, _ in run)
        painted += f"\x1b[{codes}m{text}\x1b[0m" if codes and look.styled else text
    return painted
