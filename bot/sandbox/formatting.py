"""Decides the text and the entities that Telegram stores: cleaned, trimmed, entities merged, split and sorted.

After `fix_formatted_text` of tdlib's MessageEntity.cpp.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.sandbox.errors import Json, bad_request

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_ENTITIES = 100

_ORDER = {
    "blockquote": 0,
    "expandable_blockquote": 0,
    "pre": 11,
    "code": 20,
    "text_link": 49,
    "text_mention": 49,
    "date_time": 50,
    "bold": 90,
    "italic": 91,
    "underline": 92,
    "strikethrough": 93,
    "spoiler": 94,
    "custom_emoji": 99,
}
_SPLITTABLE = ("bold", "italic", "underline", "strikethrough", "spoiler")
_QUOTES = ("blockquote", "expandable_blockquote")
_CODE = ("pre", "code")
# Entities that mean something over blanks too: a link may hide under a space.
_HIDDEN_DATA = ("text_link", "text_mention")
# Control characters become spaces; carriage returns, line and direction marks and three combining lines vanish.
_CONTROL = re.compile(r"[\x00-\x09\x0b\x0c\x0e-\x1f]")
_VANISHING = re.compile("[\r\u2028-\u202e\u0333\u033f\u030a]")
_EMPTY_CATEGORIES = ("Cc", "Cf", "Zl", "Zp", "Zs")


@dataclass(frozen=True, slots=True)
class _Span:
    """An entity over code points `start` to `end`; `rest` is what it carries beside its place."""

    kind: str
    start: int
    end: int
    rest: tuple[tuple[str, object], ...] = ()

    @property
    def order(self) -> tuple[int, int, int]:
        return self.start, -self.end, _ORDER.get(self.kind, 50)

    def holds(self, other: _Span) -> bool:
        return self.start <= other.start and other.end <= self.end


def tidy(text: str, entities: Iterable[Json] = ()) -> tuple[str, list[Json]]:
    """Text and entities (UTF-16 units) as they will stand in the message.

    Raises BotApiError for an empty result, text that is no Unicode, and entities that do not fit the text.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise bad_request("Strings must be encoded in UTF-8") from None
    spans = _settle(_spans(text, entities))
    text, spans = _clean(text, spans)
    spans = _settle(_without_blank_starts(text, spans))
    text, spans = _trim(text, spans)
    if all(unicodedata.category(character) in _EMPTY_CATEGORIES for character in text):
        raise bad_request("Text must be non-empty")
    offsets = _utf16_offsets(text)
    return text, [
        {"type": span.kind, "offset": offsets[span.start], "length": offsets[span.end] - offsets[span.start]}
        | dict(span.rest)
        for span in spans[:MOST_ENTITIES]
    ]


def _utf16_offsets(text: str) -> list[int]:
    offsets = [0]
    for character in text:
        offsets.append(offsets[-1] + (2 if character > "\uffff" else 1))
    return offsets


def _spans(text: str, entities: Iterable[Json]) -> list[_Span]:
    places = {offset: index for index, offset in enumerate(_utf16_offsets(text))}
    length = max(places)
    spans = []
    for entity in entities:
        start, end = entity["offset"], entity["offset"] + entity["length"]
        if start > length:
            raise bad_request(f"Entity begins after the end of the text at UTF-16 offset {start}")
        if end > length:
            beginning = f"Entity beginning at UTF-16 offset {start}"
            raise bad_request(f"{beginning} ends after the end of the text at UTF-16 offset {end}")
        if start not in places:
            raise bad_request(
                f"Entity begins in a middle of a UTF-16 symbol at byte offset {_byte(text, places, start)}"
            )
        if end not in places:
            beginning = f"Entity beginning at UTF-16 offset {start}"
            at = _byte(text, places, end)
            raise bad_request(f"{beginning} ends in a middle of a UTF-16 symbol at byte offset {at}")
        rest = tuple(
            (name, value) for name, value in entity.items() if name not in ("type", "offset", "length")
        )
        spans.append(_Span(entity["type"], places[start], places[end], rest))
    return spans


def _byte(text: str, places: dict[int, int], middle: int) -> int:
    """Where the character after the one that `middle` cuts in two begins, in bytes of UTF-8."""
    return len(text[: places[middle + 1]].encode())


def _settle(spans: Iterable[_Span]) -> list[_Span]:
    """Sorted spans that nest: links and code never overlap, quotes hold them whole, styles are merged and cut."""
    spans = sorted((span for span in spans if span.start < span.end), key=lambda span: span.order)
    quotes = _apart(span for span in spans if span.kind in _QUOTES)
    whole = _apart(span for span in spans if span.kind not in _QUOTES and span.kind not in _SPLITTABLE)
    whole = [span for span in whole if not any(_crosses(span, quote) for quote in quotes)]
    others = quotes + whole
    return sorted(others + _cut(_merged(spans), others), key=lambda span: span.order)


def _apart(spans: Iterable[_Span]) -> list[_Span]:
    kept: list[_Span] = []
    for span in spans:
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


def _crosses(span: _Span, quote: _Span) -> bool:
    meets = span.start < quote.end and quote.start < span.end
    return meets and not quote.holds(span)


def _merged(spans: Iterable[_Span]) -> list[_Span]:
    """The styles, those of one kind that overlap or touch made one."""
    merged: list[_Span] = []
    for kind in _SPLITTABLE:
        runs: list[_Span] = []
        for span in spans:
            if span.kind == kind:
                if runs and span.start <= runs[-1].end:
                    runs[-1] = replace(runs[-1], end=max(runs[-1].end, span.end))
                else:
                    runs.append(span)
        merged += runs
    return merged


def _cut(styles: list[_Span], others: list[_Span]) -> list[_Span]:
    """Styles cut where another style begins and where any other entity begins or ends; none inside code."""
    borders = {style.start for style in styles} | {
        place for span in others for place in (span.start, span.end)
    }
    pieces = []
    for style in styles:
        places = [style.start, *sorted(b for b in borders if style.start < b < style.end), style.end]
        pieces += [replace(style, start=a, end=b) for a, b in itertools.pairwise(places)]
    code = [span for span in others if span.kind in _CODE]
    return [piece for piece in pieces if not any(span.holds(piece) for span in code)]


def _clean(text: str, spans: list[_Span]) -> tuple[str, list[_Span]]:
    places = [0]
    for character in text:
        places.append(places[-1] + (not _VANISHING.match(character)))
    cleaned = _CONTROL.sub(" ", _VANISHING.sub("", text))
    return cleaned, [replace(span, start=places[span.start], end=places[span.end]) for span in spans]


def _without_blank_starts(text: str, spans: list[_Span]) -> list[_Span]:
    """Entities moved past the blanks they begin with; what was blank as a whole is empty then."""
    moved = []
    for span in spans:
        start = span.start
        while span.kind not in _HIDDEN_DATA and start < span.end and text[start] in " \n":
            start += 1
        moved.append(replace(span, start=start))
    return moved


def _trim(text: str, spans: list[_Span]) -> tuple[str, list[_Span]]:
    text = text.rstrip(" \n")
    spans = [replace(span, end=min(span.end, len(text))) for span in spans if span.start < len(text)]
    first = min((span.start for span in spans), default=len(text))
    lead = min(len(text) - len(text.lstrip(" \n")), first)
    spans = [replace(span, start=span.start - lead, end=span.end - lead) for span in spans]
    return text[lead:], sorted(spans, key=lambda span: span.order)
