"""Reads the HTML of a message as strictly as Telegram's server and decides its plain text and its entities.

The rules are those of `parse_html` in tdlib's MessageEntity.cpp: byte offsets in errors, UTF-16 units in entities.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

if TYPE_CHECKING:
    from bot.sandbox.errors import Json

# What tdlib's is_space takes for a blank; its strings end in a NUL, which ends a name in the same way.
_BLANK = " \\t\\r\\n\\0\\v"
_BLANKS = re.compile(rf"[{_BLANK}]*")
_TAG_NAME = re.compile(rf"[^{_BLANK}>]*")
_ATTRIBUTE_NAME = re.compile(rf"[^{_BLANK}=>/\"']*")
_TOKEN = re.compile(r"[A-Za-z0-9.-]*")
_PLAIN = re.compile(r"[^<&]+")
_REFERENCE = re.compile(r"&(?:#x(?P<hex>[0-9a-fA-F]+)|#(?P<decimal>[0-9]+)|(?P<name>[A-Za-z]+))(?P<end>;?)")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_LONGEST_REFERENCE = 9
_LAST_CODE_POINT = 0x10FFFF

_STYLES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
}
_TAGS = {*_STYLES, "a", "pre", "code", "blockquote", "tg-emoji", "tg-time"}


class MarkupError(Exception):
    """The text cannot be parsed; the message is the server's, without "can't parse entities: "."""


def parse_html(source: str) -> tuple[str, list[Json]]:
    """Plain text and entities (in UTF-16 units, inner ones first, neither sorted nor trimmed) of `source`.

    Raises MarkupError with the server's wording and the byte offset in UTF-8.
    """
    return _Reader(source).read()


def utf16_length(text: str) -> int:
    """The number of UTF-16 code units, in which the Bot API counts offsets and lengths."""
    return len(text) + sum(character > "\uffff" for character in text)


def checked_link(url: str) -> str:
    """The address a link gets, or "" for one that Telegram does not make a link of."""
    if url.startswith("tg://"):
        return url
    if "://" not in url:
        url = f"http://{url}"
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    host = parts.hostname or ""
    if (
        parts.scheme.lower() not in ("http", "https")
        or "." not in host.strip(".")
        or re.search(r"\s", parts.netloc)
    ):
        return ""
    return urlunsplit((parts.scheme.lower(), parts.netloc, parts.path or "/", parts.query, parts.fragment))


@dataclass(slots=True)
class _Open:
    """A start tag that waits for its end; `offset` in UTF-16 units, `piece` an index into the text's pieces."""

    tag: str
    attributes: dict[str, str]
    offset: int
    piece: int


@dataclass(slots=True)
class _Reader:
    source: str
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    open: list[_Open] = field(default_factory=list)
    entities: list[Json] = field(default_factory=list)

    def read(self) -> tuple[str, list[Json]]:
        at = 0
        while at < len(self.source):
            if self.source[at] == "<":
                ends = self.source.startswith("</", at)
                at = self._end_tag(at) if ends else self._start_tag(at)
            elif self.source[at] == "&":
                text, at = _decode(self.source, at)
                self._add(text)
            else:
                plain = _match(_PLAIN, self.source, at)
                self._add(plain)
                at += len(plain)
        if self.open:
            raise MarkupError(f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"')
        for entity in self.entities:
            if entity["type"] == "code":
                entity.pop("language", None)  # a language counts only for code that fills a pre
        text = "".join(self.pieces)
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise MarkupError(
                "Text contains invalid Unicode characters after decoding HTML entities, "
                "check for unmatched surrogate code units"
            )
        return text, self.entities

    def _add(self, text: str) -> None:
        self.pieces.append(text)
        self.length += utf16_length(text)

    def _fail(self, what: str, at: int) -> MarkupError:
        return MarkupError(f"{what} at byte offset {len(self.source[:at].encode())}")

    def _ended(self, at: int) -> bool:
        return at >= len(self.source) or self.source[at] == "\0"

    def _start_tag(self, begin: int) -> int:
        name = _match(_TAG_NAME, self.source, begin + 1)
        at = begin + 1 + len(name)
        if self._ended(at):
            raise self._fail("Unclosed start tag", begin)
        tag = name.lower()
        if tag not in _TAGS:
            raise self._fail(f'Unsupported start tag "{tag}"', begin)
        attributes: dict[str, str] = {}
        while True:
            at = _skip_blanks(self.source, at)
            if not self._ended(at) and self.source[at] == ">":
                break
            name, value, at = self._attribute(tag, begin, at)
            attributes[name] = value
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise self._fail('Tag "span" must have class "tg-spoiler"', begin)
        self.open.append(_Open(tag, attributes, self.length, len(self.pieces)))
        return at + 1

    def _attribute(self, tag: str, begin: int, at: int) -> tuple[str, str, int]:
        """Name and value ("" without one) of the attribute at `at`, and where it ends."""
        name = _match(_ATTRIBUTE_NAME, self.source, at)
        if not name:
            raise self._fail(f'Empty attribute name in the tag "{tag}"', begin)
        at = _skip_blanks(self.source, at + len(name))
        if not self._ended(at) and self.source[at] != "=":
            return name, "", at
        if not self._ended(at):
            at = _skip_blanks(self.source, at + 1)
        if self._ended(at):
            raise self._fail(f'Unclosed start tag "{tag}"', begin)
        if self.source[at] in "'\"":
            value, at = self._quoted(at)
        else:
            token = _match(_TOKEN, self.source, at)
            end = at + len(token)
            if not self._ended(end) and self.source[end] not in " \t\r\n\v>":
                raise self._fail("Unexpected end of name token", at)
            value, at = token.lower(), end
        if self._ended(at):
            raise self._fail("Unclosed start tag", begin)
        return name, value, at

    def _quoted(self, at: int) -> tuple[str, int]:
        quote, at = self.source[at], at + 1
        value = ""
        while not self._ended(at) and self.source[at] != quote:
            if self.source[at] == "&":
                text, at = _decode(self.source, at)
            else:
                text, at = self.source[at], at + 1
            value += text
        return value, at + 1

    def _end_tag(self, begin: int) -> int:
        if not self.open:
            raise self._fail("Unexpected end tag", begin)
        name = _match(_TAG_NAME, self.source, begin + 2)
        at = _skip_blanks(self.source, begin + 2 + len(name))
        if self._ended(at) or self.source[at] != ">":
            raise self._fail("Unclosed end tag", begin)
        opened = self.open[-1]
        if name and name.lower() != opened.tag:
            found = f'Unmatched end tag at byte offset {len(self.source[:begin].encode())}, expected "</{opened.tag}>"'
            raise MarkupError(f'{found}, found "</{name.lower()}>"')
        self.open.pop()
        if self.length > opened.offset:
            self._close(opened)
        return at + 1

    def _close(self, opened: _Open) -> None:
        """Adds the entity of a tag that holds text."""
        span = {"offset": opened.offset, "length": self.length - opened.offset}
        tag, attributes = opened.tag, opened.attributes
        if tag in _STYLES:
            self.entities.append({"type": _STYLES[tag], **span})
        elif tag == "a":
            url = checked_link(attributes.get("href") or "".join(self.pieces[opened.piece :]))
            if url:
                self.entities.append({"type": "text_link", **span, "url": url})
        elif tag == "blockquote":
            kind = "expandable_blockquote" if "expandable" in attributes else "blockquote"
            self.entities.append({"type": kind, **span})
        elif tag in ("pre", "code"):
            self._close_code(tag, span, attributes.get("class", ""))
        elif tag == "tg-emoji":
            identifier = attributes.get("emoji-id", "")
            if not identifier.isascii() or not identifier.isdigit() or not int(identifier):
                raise MarkupError("Invalid custom emoji identifier specified")
            self.entities.append({"type": "custom_emoji", **span, "custom_emoji_id": identifier})
        else:
            moment = attributes.get("unix", "")
            if not moment.isascii() or not moment.isdigit():
                raise MarkupError("Invalid date specified")  # the server's wording is not known
            styled = {"date_time_format": attributes["format"]} if attributes.get("format") else {}
            self.entities.append({"type": "date_time", **span, "unix_time": int(moment), **styled})

    def _close_code(self, tag: str, span: Json, css_class: str) -> None:
        """A code with a language and a pre around exactly the same text become one pre with that language."""
        language = css_class.removeprefix("language-") if css_class.startswith("language-") else ""
        inner = self.entities[-1] if self.entities else {}
        same = {"offset": inner.get("offset"), "length": inner.get("length")} == span
        if tag == "pre" and same and inner.get("type") == "code" and inner.get("language"):
            inner["type"] = "pre"
        elif tag == "code" and same and inner.get("type") == "pre" and language:
            inner["language"] = language
        else:
            self.entities.append({"type": tag, **span, **({"language": language} if language else {})})


def _match(pattern: re.Pattern[str], source: str, at: int) -> str:
    found = pattern.match(source, at)
    return found.group() if found else ""


def _skip_blanks(source: str, at: int) -> int:
    """The next character that is no blank; a NUL ends the text, so it is not skipped."""
    blanks = _match(_BLANKS, source, at)
    return at + len(blanks.split("\0", maxsplit=1)[0])


def _decode(source: str, at: int) -> tuple[str, int]:
    """The character of the reference at `at`, or the ampersand itself where there is none, and where it ends."""
    found = _REFERENCE.match(source, at)
    if found is None:
        return "&", at + 1
    if found["name"]:
        character = _NAMED.get(found["name"], "")
    else:
        code = int(found["hex"], 16) if found["hex"] else int(found["decimal"])
        digits = len(found.group()) - len(found["end"])
        fits = 0 < code < _LAST_CODE_POINT and digits <= _LONGEST_REFERENCE
        character = chr(code) if fits else ""
    return (character, found.end()) if character else ("&", at + 1)
