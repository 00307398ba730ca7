"""Decides when two questions, or two answers, are the same to a reader: case, a comma or bold print change nothing."""

from __future__ import annotations

import re

from bot.core.deckfile.separators import literal_spans
from bot.core.grading import same_question_key

_LONGEST_NORMALISED = 2_000
"""Characters up to which the grader's key looks at the whole text."""
_PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]*)\)|<img\s([^>]*)>")
_PLAIN_WORDS = re.compile(r"[a-z0-9 ]*")


def question_key(text: str) -> str:
    """A question for identity and duplicates: the grader's key, and to the letter what is code, formula or picture.

    `grep -v` and `grep -V` are two questions though their letters agree; so are two pictures under the same words.
    """
    if len(text) > _LONGEST_NORMALISED:
        return _squeezed(text)
    exact = ["".join(match) for match in _PICTURE.findall(text)] if "![" in text or "<img" in text else []
    literal = (text[start:end].strip("`$ ") for start, end in literal_spans(text))
    exact += [part for part in literal if not _PLAIN_WORDS.fullmatch(part)]
    return "\n".join((same_question_key(text) or _squeezed(text), *exact))


def answer_key(text: str) -> str:
    """An answer, so far that a change of case, spacing or closing punctuation is no change of the answer."""
    return _squeezed(text).strip(" .!।*_`\"'")


def _squeezed(text: str) -> str:
    return " ".join(text.casefold().split())
