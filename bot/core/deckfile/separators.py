"""Decides where a field's text is parted: question from answer, wording from wording, near miss from what is told."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right

_DASH = re.compile(r"\s(?:—|–|--|-)(?=\s|$)")
_SLASH = re.compile(r"(?<=\s)/(?=\s)")
_TICKS = re.compile(r"`+")
_FORMULA = re.compile(r"\$\$.*?\$\$|\$(?=[^\s$])[^$]*(?<=[^\s$])\$(?!\d)")
_QUESTION_MARK = re.compile("[?？؟]")


def split_question(line: str) -> tuple[str, str | None]:
    """A question line as question and answer: parted at the first spaced dash behind the question mark.

    Without a question mark at the first spaced dash. The answer is None where nothing parts the line.
    """
    mark = _QUESTION_MARK.search(line)
    return _split_at_dash(line, mark.start() if mark else 0)


def split_told(text: str) -> tuple[str, str]:
    """A `Not:` item as its wordings and the sentence to tell ("" for none)."""
    wordings, told = _split_at_dash(text, 0)
    return wordings, told or ""


def split_wordings(text: str) -> tuple[str, ...]:
    """The wordings that ` / ` separates, empty ones left out; TCP/IP, code and formulas stay whole."""
    if "/" not in text:
        return (text.strip(),) if text.strip() else ()
    spans = literal_spans(text)
    borders = [match.start() for match in _SLASH.finditer(text) if not _inside(match.start(), spans)]
    starts = [0, *(border + 1 for border in borders)]
    parts = (text[start:end].strip() for start, end in zip(starts, [*borders, len(text)], strict=True))
    return tuple(part for part in parts if part)


def split_tags(text: str) -> tuple[str, ...]:
    """The tags of a line, parted by commas or ` / `, without a leading #."""
    parts = (part.strip().lstrip("#").strip() for item in split_wordings(text) for part in item.split(","))
    return tuple(part for part in parts if part)


def _split_at_dash(line: str, behind: int) -> tuple[str, str | None]:
    spans: list[tuple[int, int]] | None = None
    for match in _DASH.finditer(line, behind):
        if spans is None:
            spans = literal_spans(line)
        if not _inside(match.start(), spans):
            return line[: match.start()].strip(), line[match.end() :].strip()
    return line.strip(), None


def outside_code(text: str) -> str:
    """The text with every code span overwritten by x's, so that positions stay."""
    spans = _code_spans(text)
    if not spans:
        return text
    parts: list[str] = []
    done = 0
    for start, end in spans:
        parts += (text[done:start], "x" * (end - start))
        done = end
    return "".join((*parts, text[done:]))


def literal_spans(text: str) -> list[tuple[int, int]]:
    """Where code spans and `$...$` formulas stand: separators in them are the author's own characters."""
    spans = _code_spans(text)
    if "$" in text:
        spans = sorted([*spans, *(match.span() for match in _FORMULA.finditer(outside_code(text)))])
    return spans


def _code_spans(text: str) -> list[tuple[int, int]]:
    """Code spans by CommonMark's rule: a run of backticks up to the next run of the same length; linear time."""
    if "`" not in text:
        return []
    runs = [match.span() for match in _TICKS.finditer(text)]
    later: dict[int, list[int]] = {}
    for number in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[number][1] - runs[number][0], []).append(number)
    spans: list[tuple[int, int]] = []
    number = 0
    while number < len(runs):
        start, end = runs[number]
        same_length = later[end - start]
        while same_length and same_length[-1] <= number:
            same_length.pop()
        if same_length:
            number = same_length[-1]
            spans.append((start, runs[number][1]))
        number += 1
    return spans


def _inside(at: int, spans: list[tuple[int, int]]) -> bool:
    number = bisect_right(spans, (at, sys.maxsize)) - 1
    return number >= 0 and at < spans[number][1]
