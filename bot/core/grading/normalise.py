"""Decides what of a text counts: one plain form and its tokens, the same for cards and replies.

Markdown, tags, emoji, case and script carry no meaning; numbers, `^`, `%`, `°`, `c++` and `c#` do.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from bot.core.grading import lexicon
from bot.core.grading.sound import letter_names, romanise

RAW_LIMIT = 3000
"""Characters looked at before normalising; NFKC can grow a text 18 times."""
REPLY_LIMIT = 800
"""Characters of a reply that count, after normalising."""
CARD_LIMIT = 3000
"""Characters of a card's field that count, after normalising."""

_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_SUPERSCRIPTS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+")
_TAG = re.compile(
    r"</?(?:a|b|i|u|s|p|br|hr|em|ul|ol|li|h[1-6]|div|pre|tt|del|ins|img|code|span|font|strong|script|style|"
    r"iframe|strike|table|t[rdh]|blockquote|tg-spoiler|tg-emoji)\b[^<>]{0,200}>",
    re.IGNORECASE,
)
_LINK = re.compile(r"!?\[([^\[\]]{0,300})\]\([^()\s]{0,300}\)")
_INDEX = "ऀ-ॣ॰-෿"
_LETTER = rf"(?:[^\W\d_]|[{_INDEX}])"
_TOKEN = re.compile(
    rf"(?P<number>\d{{1,3}}(?:,\d{{2,3}})+(?:\.\d+)?(?![\d])|\d+(?:\.\d+)?|(?<![\w.])\.\d+)(?P<ordinal>(?:st|nd|rd|th)\b)?"
    rf"|(?P<word>{_LETTER}(?:[^\W_]|[{_INDEX}])*(?:\+\+|\#(?!\w))?)"
    r"|(?P<mark>->|=>|[,;.?!/|&+=<>():^%°*\-\n~$₹€£\[\]{}])"
)
_DOTTED = re.compile(r"(?<![\w.])(?:[a-z]\.){2,}[a-z]?(?![a-z])|(?<![\w.])[a-z](?:\.[a-z])+(?![a-z])")
_SPACED = re.compile(r"(?<![\w'.^/*+=-])[a-z](?: [a-z]){2,}(?![\w'^/*+=(-])")
_RUN = re.compile(r"([^\d])\1{3,}")
_SPACED_DASH = re.compile(r"(?<=\s)[-–—]+(?=\s)|[–—]+")
_TOLERANCE = re.compile(r"(?<=\d)\s*(?:±|\+\s*/?\s*-|\bplus (?:or )?minus\b)\s*(?=\d)")
_APOSTROPHE = re.compile(r"(?<=\w)['’`´](?=\w)")
_EMPHASIS = re.compile(r"(?<![\w\s)])\*+|\*+(?![\w\s(])|(?<=\s)\*+(?=\w)|\*{2,}|[`\"“”„«»_]|(?<!\w)'|'(?!\w)")
_WORDS = str.maketrans(
    {
        "×": "*",
        "·": "*",
        "⋅": "*",
        "÷": "/",
        "−": "-",
        "→": "->",
        "⇒": "->",
        "।": ".",
        "॥": ".",
        "•": ",",
        "≈": " ",
        "∼": " ",
        "µ": "u",
        "μ": "u",
    }
)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or mark in Latin letters; `letters` is what a Devanagari word spells by letter names."""

    text: str
    kind: str
    letters: str = ""
    native: bool = False

    @property
    def is_word(self) -> bool:
        """Whether it is a word rather than a number or a mark."""
        return self.kind == "word"

    @property
    def is_mark(self) -> bool:
        """Whether it is punctuation or an operator."""
        return self.kind == "mark"


def plain(text: str, limit: int = REPLY_LIMIT) -> str:
    """The text as it counts: NFKC, case folded, without tags, emoji, control characters and quotes."""
    text = text[:RAW_LIMIT]
    text = _SUPERSCRIPTS.sub(_raised, text)
    text = _TAG.sub(" ", html.unescape(text))
    text = unicodedata.normalize("NFKC", text.translate(_WORDS))[: 4 * RAW_LIMIT]
    text = _LINK.sub(r"\1", text)
    text = "".join(_kept(c) for c in unicodedata.normalize("NFD", text.translate(_WORDS)))
    text = unicodedata.normalize("NFC", text).casefold()
    text = _RUN.sub(r"\1\1", text)[:limit]
    text = _APOSTROPHE.sub("", text)
    text = _TOLERANCE.sub(" ", text)
    text = _SPACED_DASH.sub(lambda m: " , " if not _between_digits(text, m) else "-", text)
    text = _EMPHASIS.sub("", text)
    text = _DOTTED.sub(lambda m: m.group().replace(".", ""), text)
    text = _SPACED.sub(lambda m: m.group().replace(" ", ""), text)
    return re.sub(r"[^\S\n]+", " ", text).strip()


def _raised(m: re.Match[str]) -> str:
    """A power behind a digit, a bracket, a single letter or a unit ("10⁸", "x²", "cm³"), else a digit of the name ("sp³")."""
    digits = m.group().translate(_SUPERSCRIPT)
    before = re.search(r"[^\W\d_]*$", m.string[max(0, m.start() - 20) : m.start()])
    word = before.group().casefold() if before is not None else ""
    name = len(word) > 1 and word not in lexicon.units() and digits.isdigit()
    return digits if name else "^" + digits


def _between_digits(text: str, dash: re.Match[str]) -> bool:
    """A spaced dash between two numbers is a minus or a range, no clause border."""
    return text[: dash.start()].rstrip()[-1:].isdigit() and text[dash.end() :].lstrip()[:1].isdigit()


def _kept(c: str) -> str:
    """The character, a space, or nothing, by its Unicode category."""
    if " " <= c < "\x7f" or c == "\n":
        return c
    if "\u0966" <= c <= "\u096f":
        return chr(ord(c) - 0x966 + 48)
    category = unicodedata.category(c)
    if category == "Cf" or "\u0300" <= c <= "\u036f" or "\ufe00" <= c <= "\ufe0f":
        return ""
    spaced = category[0] in "CZ" or (category in ("So", "Sk") and c not in "°^")
    return " " if spaced else c


@lru_cache(maxsize=16384)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text that `plain` has made, Devanagari words in Latin letters."""
    found: list[Token] = []
    for m in _TOKEN.finditer(text):
        word = m["word"]
        if word is not None and _glued(found, m, text):
            found[-1] = Token(found[-1].text + word, "word")
        elif word is not None:
            found.append(_word(word))
        elif m["number"] is not None:
            number = m["number"].replace(",", "")
            found.append(Token("0" + number if number[0] == "." else number, "number"))
        else:
            mark = m["mark"]
            found.append(Token("," if mark == "\n" else mark, "mark"))
    return tuple(_spelled(found))


def _glued(found: list[Token], m: re.Match[str], text: str) -> bool:
    """Letters right behind a numeral make one name with it ("3NF") unless they are a unit or a factor ("500ms", "2k")."""
    if not found or found[-1].kind != "number" or not text[m.start() - 1].isdigit():
        return False
    word = m["word"]
    if re.fullmatch(r"e\d{1,2}", word):
        return False
    return word not in lexicon.units() and lexicon.factor(word) is None and word.isascii()


def _word(word: str) -> Token:
    if any("ऀ" <= c <= "ॿ" for c in word):
        letters = letter_names(word)
        return Token(letters if len(letters) > 2 else romanise(word), "word", letters, native=True)
    return Token(word, "word")


def _spelled(found: list[Token]) -> list[Token]:
    """Three or more Devanagari letter names in a row become the word they spell."""
    out: list[Token] = []
    run: list[Token] = []
    for token in [*found, Token("", "mark")]:
        if token.native and token.letters:
            run.append(token)
            continue
        letters = "".join(t.letters for t in run)
        out.extend([Token(letters, "word", letters, native=True)] if len(run) > 2 else run)
        run = []
        out.append(token)
    return out[:-1]


def reply_tokens(reply: str) -> tuple[Token, ...]:
    """The tokens of a learner's reply."""
    return tokens(plain(reply))


def card_tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a card's field or of a deck's prose."""
    return tokens(plain(text, CARD_LIMIT))


def joined(text: str) -> str:
    """A text as one line of normalised words and numbers, the key for identity."""
    return " ".join(t.text for t in tokens(plain(text, CARD_LIMIT)) if not t.is_mark or t.text in "+-=<>^%/*")
