"""Decides what a deck is called: its name from the file's name, its title from a heading."""

from __future__ import annotations

import re

from bot.core.deckfile.front_matter import LONGEST_NAME

LONGEST_TITLE = 200

_SUFFIX = re.compile(r"(?<=.)\.[A-Za-z][A-Za-z0-9]{0,9}$")
_COPY_NUMBER = re.compile(r"(?<=\S)\s*\(\d{1,4}\)$")
_HEADING_MARKS = re.compile(r"^\s*#{1,6}\s*|\s+#+\s*$")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_EMPHASIS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)|`+")


def name_from_file(file_name: str) -> str:
    """The file's name without folders, suffix and the "(1)" of a second download; "deck" when nothing is left."""
    name = re.split(r"[/\\]", file_name)[-1]
    name = " ".join("".join(char if char.isprintable() else " " for char in name).split())
    name = _COPY_NUMBER.sub("", _SUFFIX.sub("", _COPY_NUMBER.sub("", name)).rstrip())
    return name[:LONGEST_NAME].strip() or "deck"


def title_from_heading(heading: str) -> str:
    """A heading as plain text: no #, links, emphasis or code marks."""
    text = _LINK.sub(r"\1", _HEADING_MARKS.sub("", heading[: 4 * LONGEST_TITLE]))
    return cut_title(_EMPHASIS.sub("", text))


def cut_title(text: str) -> str:
    """A title on one line of at most `LONGEST_TITLE` characters."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_TITLE else line[: LONGEST_TITLE - 1].rstrip() + "…"
