"""Turns a file's bytes into clean text: size, encoding, line ends, and characters that could break a message or a database."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.core.deckfile.values import ProblemLog

LARGEST_FILE = 5 * 1024 * 1024
"""Bytes of a deck file."""
MOST_LINES = 500_000
"""Lines of a deck file: fifty for each card of the largest deck; what has more is no lesson, and slow to read."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAVE_AS = "save the file as plain text in UTF-8 and send it again"
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")
_INVISIBLE = re.compile("[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]")
"""Zero-width spaces, byte order marks and bidi controls: none is part of what an author wrote. Joiners stay, Hindi needs them."""
_LINE_END = re.compile("\r\n?")
_SPACE_LIKE = re.compile("[\x0b\x0c\x85\u2028\u2029]")


def decode(data: bytes, problems: ProblemLog) -> str:
    """A file's text; "" with a problem when it is too large or not text in UTF-8 (or UTF-16 with a byte order mark)."""
    if len(data) > LARGEST_FILE:
        size = len(data) / (1024 * 1024)
        problems.add(1, f"the file is too large ({size:.1f} MB)", "split it into files of at most 5 MB")
        return ""
    mark, encoding = next(
        ((mark, name) for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), (b"", "utf-8")
    )
    try:
        return data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        before = data[len(mark) : len(mark) + error.start].decode(encoding, "replace")
        problems.add(
            before.count("\n") + 1, f"the file is not text in {encoding[:6].upper().rstrip('-')}", _SAVE_AS
        )
        return ""


def clean(text: str, problems: ProblemLog) -> str:
    """The text with line ends as `\\n` and without characters that nobody can see; those that no text holds are problems."""
    text = _LINE_END.sub("\n", text)
    if _NOT_TEXT.search(text):
        _note_characters(text, problems)
        text = _NOT_TEXT.sub("\ufffd", text)
    return _SPACE_LIKE.sub(" ", _INVISIBLE.sub("", text))


def _note_characters(text: str, problems: ProblemLog) -> None:
    if text.count("\x00") * 4 > len(text):
        problems.add(1, "the file is not plain text", _SAVE_AS)
        return
    noted = 0
    line = 1
    done = 0
    for match in _NOT_TEXT.finditer(text):
        line += text.count("\n", done, match.start())
        done = match.start()
        if line != noted:
            noted = line
            problems.add(
                line, f"the character U+{ord(match[0]):04X} is not text", "delete it, or type the line anew"
            )
