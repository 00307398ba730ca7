"""Decides which field a line of a deck begins, which word was meant as one, and where a field's text is split."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz.distance import OSA


class Field(StrEnum):
    """A field of a card, valued by the name that the canonical form writes."""

    QUESTION = "Q"
    ANSWER = "A"
    ALSO = "Also"
    NOT = "Not"
    HINT = "Hint"
    WHY = "Why"
    POINTS = "Points"
    TAGS = "Tags"
    ACCEPT = "Accept"
    REJECT = "Reject"
    GRADE = "Grade"
    ID = "Id"


TEXT_FIELDS = frozenset({Field.QUESTION, Field.ANSWER, Field.HINT, Field.WHY})
"""Fields that run over several lines and hold pictures, code and formulas."""
LIST_FIELDS = frozenset({Field.ALSO, Field.NOT, Field.POINTS, Field.TAGS, Field.ACCEPT, Field.REJECT})
"""Fields whose text is items: on the line itself, or as sub-bullets."""
REPEATABLE = LIST_FIELDS

_NAMES = {name.lower(): name for name in Field} | {
    "question": Field.QUESTION,
    "answer": Field.ANSWER,
    "point": Field.POINTS,
}
_GUESSED = {
    name.lower(): name for name in ("Question", "Answer", *(f.value for f in Field if len(f.value) >= 4))
}
_ABBREVIATED = {"ans": "Answer", "ques": "Question", "qn": "Question"}

_MARKED_WORD = re.compile(
    r"""^(?P<indent>[ \t]*)
    (?:(?P<heading>\#{1,6})[ \t]+)?
    (?P<bullet>(?:[-*+]|\d{1,9}[.)])[ \t]+)?
    (?P<mark>\*{1,3}|_{1,3})?
    (?P<word>[A-Za-z]+)(?P<number>\d*)
    (?P<closed>(?P=mark))?\ ?[:：](?!:)(?(mark)(?P<closed_late>(?P=mark))?)
    \s*(?P<text>.*)$""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class FieldLine:
    """A line that begins a field: its name, how the author wrote the word, and the text after the colon.

    `head` is the line up to that text, marks included. `level` is the heading's (0 for none), `indent` the columns before the line's marker, `base` the columns
    where the text under it begins. `meant` is set on a slip: the name that should have been written.
    """

    name: Field
    word: str
    head: str
    text: str
    level: int
    indent: int
    base: int
    meant: str = ""


def field_of(line: str) -> FieldLine | None:
    """The field that a line begins, or None; the single letters Q and A count as capitals only."""
    if ":" not in line and "：" not in line:
        return None
    match = _MARKED_WORD.match(line)
    if match is None or match["number"]:
        return None
    word = match["word"]
    name = _NAMES.get(word.lower())
    if name is None or word in {"q", "a"}:
        return None
    return _field_line(match, name)


def slip_of(line: str) -> FieldLine | None:
    """The field that a mistyped word (`Hnt:`, `Answr:`, `Ans:`, a numbered `Q2: ...?`) most likely meant, or None.

    A slip is one letter missing, added, changed or swapped with its neighbour in a name of four or more letters.
    """
    if ":" not in line and "：" not in line:
        return None
    match = _MARKED_WORD.match(line)
    if match is None:
        return None
    word = match["word"].lower()
    if match["number"]:
        meant = "Q" if word in {"q", "question"} and "?" in match["text"] else ""
    elif word in _NAMES:
        meant = ""
    else:
        meant = _ABBREVIATED.get(word, "") or next(
            (name for key, name in _GUESSED.items() if OSA.distance(word, key, score_cutoff=1) == 1), ""
        )
    return _field_line(match, _NAMES[meant.lower()], meant) if meant else None


def _field_line(match: re.Match[str], name: Field, meant: str = "") -> FieldLine:
    text = match["text"].strip()
    mark = match["mark"]
    if mark and not match["closed"] and not match["closed_late"]:
        text = text.replace(mark, "", 1).strip()
    indent = columns(match["indent"])
    bullet = match["bullet"] or ""
    return FieldLine(
        name=name,
        word=match["word"] + match["number"],
        head=match.string[: match.start("text")].rstrip(),
        text=text,
        level=len(match["heading"] or ""),
        indent=indent,
        base=indent + len(bullet),
        meant=meant,
    )


_BULLET = re.compile(r"^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?P<text>\S.*)$", re.DOTALL)
_PICTURES = re.compile(r"^(?:!\[[^\]]*\]\([^)]*\)\s*|!\[[^\]]*\]\[[^\]]*\]\s*|<img\s[^>]*>\s*)+$")


def bullet_text(line: str) -> str | None:
    """The text of a list item, or None when the line is none."""
    match = _BULLET.match(line)
    return match["text"].strip() if match else None


def is_picture(line: str) -> bool:
    """Whether the line holds pictures and nothing else."""
    stripped = line.strip()
    return stripped.startswith(("![", "<img")) and _PICTURES.match(stripped) is not None


def columns(line: str) -> int:
    """The width of a line's leading blanks; a tab runs to the next multiple of four."""
    width = 0
    for char in line:
        if char == " ":
            width += 1
        elif char == "\t":
            width += 4 - width % 4
        else:
            break
    return width


def dedent(line: str, width: int) -> str:
    """The line without its first `width` columns of leading blanks, or without as many as it has."""
    done = 0
    for position, char in enumerate(line):
        if done >= width or char not in " \t":
            return " " * (done - width) + line[position:]
        done += 1 if char == " " else 4 - done % 4
    return ""
