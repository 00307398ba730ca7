"""Builds the HTML of messages: a card's Markdown to Telegram's tags, quotes, and the cut into parts that Telegram takes.

Of Markdown only code is rendered; everything else stands as it was typed, so that `_*[` in a card stays what it is.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING

from bot.texts import Html, escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LIMIT = 4096
"""UTF-16 units that a message may show."""
RAW_BYTES = 1 << 15
"""Bytes of UTF-8 that a message may have with its tags, before Telegram parses it."""

_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)")
_LANGUAGE = re.compile(r"[A-Za-z0-9+#_-]+")
_CODE = re.compile(r"(?<!`)(?P<marks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=marks)(?!`)")
_TAG = re.compile(r"<[^>]*>")
_TOKEN = re.compile(r"<[^>]*>|&[a-z]+;|.", re.DOTALL)
_BLANK = ("Cc", "Cf", "Zl", "Zp", "Zs")
_JOINER = "\u200d"
_SKIN_TONES = ("\U0001f3fb", "\U0001f3ff")
_LONGEST_CLUSTER = 32


def markdown(text: str) -> Html:
    """A card's text: fenced code as <pre>, `code` as <code>, the rest literal. An unclosed fence runs to the end."""
    lines = text.strip("\r\n").split("\n")  # splitlines() would also break at form feeds and U+2028
    pieces: list[str] = []
    prose: list[str] = []
    at = 0
    while at < len(lines):
        fence = _FENCE.fullmatch(lines[at])
        end = _closing(lines, at, fence["marks"]) if fence else at
        body = "\n".join(lines[at + 1 : end])
        if fence and body.strip():
            pieces += ([_inline("\n".join(prose))] if prose else []) + [_pre(body, fence["info"])]
            prose = []
        else:
            prose += lines[at : end + 1]  # an empty block would vanish, and with it perhaps the whole card
        at = end + 1
    if prose:
        pieces.append(_inline("\n".join(prose)))
    return Html("\n".join(pieces))


def _closing(lines: list[str], opened: int, marks: str) -> int:
    """The line that closes the fence of line `opened`, or the end."""
    for at in range(opened + 1, len(lines)):
        line = lines[at].strip()
        if len(line) >= len(marks) and not line.strip(marks[0]):
            return at
    return len(lines)


def _pre(body: str, info: str) -> str:
    language = _LANGUAGE.match(info)
    if language is None:
        return f"<pre>{escape(body)}</pre>"
    return f'<pre><code class="language-{language.group()}">{escape(body)}</code></pre>'


def _inline(text: str) -> str:
    pieces: list[str] = []
    at = 0
    for found in _CODE.finditer(text):
        pieces += (escape(text[at : found.start()]), code(_unpadded(found["code"])))
        at = found.end()
    return "".join((*pieces, escape(text[at:])))


def _unpadded(text: str) -> str:
    """CommonMark takes one blank off either side, which lets code begin with a backtick."""
    padded = text.startswith(" ") and text.endswith(" ") and text.strip()
    return text[1:-1] if padded else text


def code(text: str) -> Html:
    """The text as code in a line; what is blank can't be code in Telegram."""
    return Html(f"<code>{escape(text)}</code>") if text.strip() else escape(text)


def bold(html: Html) -> Html:
    """The text in bold; code inside keeps its own look."""
    return Html(f"<b>{html}</b>")


def quote(html: Html, *, folded: bool = False) -> Html:
    """The text as a quote, folded to its first lines if it is long."""
    return Html(f"<blockquote{' expandable' if folded else ''}>{html}</blockquote>")


def join(separator: str, parts: Iterable[Html]) -> Html:
    """The parts that say something, with the (literal) separator between them."""
    return Html(escape(separator).join(part for part in parts if part))


def shorten(text: str, length: int) -> str:
    """The text in one line of at most so many characters, its end cut off with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: _safe_end(line, length - 1)].rstrip() + "…"


def visible_text(html: Html) -> str:
    """What Telegram shows of it."""
    return unescape(_TAG.sub("", html))


def visible_length(html: Html) -> int:
    """The length of what Telegram shows, in UTF-16 units."""
    return _units(visible_text(html))


@dataclass(frozen=True, slots=True)
class _Atom:
    """One visible character, as written in HTML and as shown, and the start tags around it, numbered in order."""

    source: str
    text: str
    around: tuple[tuple[int, str], ...]


def split(html: Html, limit: int = LIMIT) -> list[Html]:
    """The parts, none above `limit` UTF-16 units when shown, in which this can be sent one after the other.

    A part ends at the last line border that fits, else at the last space, else between two characters; tags are
    closed at its end and opened again in the next. Parts of blanks alone, which Telegram refuses, are left out.
    """
    if limit < 2:  # an emoji is two units
        raise ValueError("no emoji fits into a limit below 2")
    text = visible_text(html)
    if _units(text) <= limit and len(html.encode()) <= RAW_BYTES:
        return [] if _is_blank(text) else [html]
    atoms = _atoms(html)
    parts: list[Html] = []
    start = 0
    for end in _ends(text, limit):
        part = _render(atoms[start:end])
        if len(part.encode()) > RAW_BYTES:
            parts += split(part, limit // 2)
        elif not _is_blank(text[start:end]):
            parts.append(part)
        start = end
    return parts


def _atoms(html: Html) -> list[_Atom]:
    atoms: list[_Atom] = []
    around: list[tuple[int, str]] = []
    for number, found in enumerate(_TOKEN.finditer(html)):
        token = found.group()
        if len(token) == 1 or token.startswith("&"):
            atoms.append(_Atom(token, unescape(token), tuple(around)))
        elif token.startswith("</"):
            around.pop()
        else:
            around.append((number, token))
    return atoms


def _render(atoms: list[_Atom]) -> Html:
    pieces: list[str] = []
    opened: tuple[tuple[int, str], ...] = ()
    for atom in (*atoms, _Atom("", "", ())):
        shared = sum(1 for _ in _shared(opened, atom.around))
        pieces += (f"</{_name(tag)}>" for _, tag in reversed(opened[shared:]))
        pieces += (tag for _, tag in atom.around[shared:])
        pieces.append(atom.source)
        opened = atom.around
    return Html("".join(pieces))


def _shared(left: tuple[tuple[int, str], ...], right: tuple[tuple[int, str], ...]) -> Iterator[int]:
    for index, (one, other) in enumerate(zip(left, right, strict=False)):
        if one != other:
            return
        yield index


def _name(start_tag: str) -> str:
    return start_tag[1:-1].split(maxsplit=1)[0]


def _ends(text: str, limit: int) -> Iterator[int]:
    """Where each part ends."""
    start = 0
    while start < len(text):
        end, units = start, 0
        while end < len(text) and (units := units + _units(text[end])) <= limit:
            end += 1
        if end < len(text):
            border = text.rfind("\n", start, end) + 1 or text.rfind(" ", start, end) + 1
            end = border or _safe_end(text, end, start)
        yield end
        start = end


def _safe_end(text: str, end: int, start: int = 0) -> int:
    """The last place up to `end` that is not inside a character made of several, such as a family emoji."""
    for at in range(end, max(start, end - _LONGEST_CLUSTER), -1):
        character = text[at : at + 1]
        inside = (
            unicodedata.combining(character or " ")
            or unicodedata.category(character or " ").startswith("M")
            or character == _JOINER
            or _SKIN_TONES[0] <= character <= _SKIN_TONES[1]
            or text[at - 1] == _JOINER
        )
        if not inside:
            return at
    return end


def _units(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


def _is_blank(text: str) -> bool:
    return all(unicodedata.category(character) in _BLANK for character in text)
