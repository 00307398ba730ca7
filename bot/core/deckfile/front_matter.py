"""Reads the optional `key: value` lines between two `---` at the top of a deck file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rapidfuzz.distance import OSA

from bot.core.deckfile.fields import field_of
from bot.core.deckfile.separators import split_tags

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.deckfile.values import ProblemLog

LANGUAGES = ("en", "hi", "hi-Latn")
KEYS = ("deck", "title", "language", "tags")
LONGEST_NAME = 100
"""Characters of a deck's name; it is shown in menus and typed on command lines."""

_KEY_VALUE = re.compile(r"^([A-Za-z][\w -]*?)[ \t]*:(?:[ \t]+(.*))?$", re.DOTALL)


@dataclass(slots=True)
class FrontMatter:
    """What the top of the file states; `length` is its number of lines, 0 where there is none."""

    deck: str = ""
    title: str = ""
    language: str = ""
    tags: tuple[str, ...] = ()
    length: int = 0
    seen: dict[str, int] = field(default_factory=dict)


def read_front_matter(lines: Sequence[str], problems: ProblemLog) -> FrontMatter:
    """The front matter of a file. A leading `---` is an ordinary rule unless `key: value` is right below."""
    found = FrontMatter()
    if not lines or lines[0].rstrip() != "---":
        return found
    first = lines[1].rstrip() if len(lines) > 1 else ""
    is_card = field_of(first) is not None and first.partition(":")[0].lower() not in KEYS
    if is_card or _KEY_VALUE.match(first) is None:
        return found
    end = next((at for at in range(1, len(lines)) if lines[at].rstrip() in {"---", "..."}), 0)
    if not end:
        problems.add(1, "the front matter is not closed", "write `---` on a line below its last `key: value`")
        return found
    found.length = end + 1
    foreign = False
    for number, line in enumerate(lines[1:end], 2):
        line = line.rstrip()
        if line.strip() and not line.startswith("#"):
            foreign = _read_line(found, number, line, problems, foreign=foreign)
    return found


def _read_line(found: FrontMatter, number: int, line: str, problems: ProblemLog, *, foreign: bool) -> bool:
    """Read one line into `found`; true when it belongs to a key of another tool, whose values may run on."""
    match = _KEY_VALUE.match(line)
    if match is None:
        if not (foreign and line[0] in " \t-"):
            problems.add(
                number, "this front matter line is not `key: value`", "write for example `tags: llm, basics`"
            )
        return foreign
    key = match[1].lower()
    if key not in KEYS:
        meant = next((name for name in KEYS if OSA.distance(key, name, score_cutoff=1) == 1), "")
        if meant:
            problems.add(number, f"`{match[1]}:` is not known in front matter", f"write `{meant}:`")
        return not meant
    if key in found.seen:
        problems.add(
            number, f"`{key}:` stands twice, first in line {found.seen[key]}", "keep one of the two lines"
        )
        return False
    found.seen[key] = number
    _take_value(found, number, key, (match[2] or "").strip(), problems)
    return False


def _take_value(found: FrontMatter, number: int, key: str, value: str, problems: ProblemLog) -> None:
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1].strip()
    if key == "deck":
        found.deck = value
        if len(value) > LONGEST_NAME:
            problems.add(number, "the deck's name is too long", f"write at most {LONGEST_NAME} characters")
            found.deck = value[:LONGEST_NAME].rstrip()
    elif key == "title":
        found.title = value
    elif key == "tags":
        if value.startswith("[") and value.endswith("]"):
            value = value[1:-1]
        found.tags = split_tags(value)
    else:
        known = {name.lower(): name for name in LANGUAGES}
        found.language = known.get(value.lower().replace("_", "-"), "")
        if value and not found.language:
            problems.add(
                number, f"the language `{shown(value)}` is not known", "write `en`, `hi` or `hi-Latn`"
            )


def shown(text: str, most: int = 60) -> str:
    """A piece of the author's text as problems quote it: one line, cut with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
