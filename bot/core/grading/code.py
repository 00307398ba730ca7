"""Decides whether a reply is the command or the code that a card asks for: names, flags, order and letter case count.

Forgiven are the capital a phone puts first, a tool name the question gave, spacing and the names of bound variables.
"""

from __future__ import annotations

import html
import re
import unicodedata
from typing import TYPE_CHECKING

from rapidfuzz.distance import OSA

from bot.core.grading import lexicon
from bot.core.grading.grade import Grade, Rule, Verdict
from bot.core.grading.normalise import tokens as plain_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.card import Card

_LIMIT = 2000
_SQL = re.compile(
    r"^(?:select|insert|update|delete|create|alter|drop|grant|revoke|truncate|with)\s", re.IGNORECASE
)
_SHAPE = re.compile(
    r"(?:^|\s)--?[A-Za-z][\w-]*|[{}\[\];]|==|!=|:=|=>|\+=|\+\+\s*$|::|&&|\|\||</?\w|\w\(\)|\w\.\w+\(|^\W*(?:def|class|import|from|return|for|while|if|print|lambda|let|const|var|int|void|char|auto|public|static)\s.*[(:=;]|^#include|^@\w"
)
_PIECE = re.compile(
    r"--?[A-Za-z][\w-]*(?==)|(?<![\w)\]])--?[A-Za-z][\w-]*|[A-Za-z_][\w]*|\d+(?:\.\d+)?|\"[^\"]*\"|'[^']*'|->|=>|\*\*|==|!=|<=|>=|:=|&&|\|\||::|\+\+|--|<<|>>|[^\s\w]"
)
_BOUND = re.compile(r"\bfor\s+(\w+)\s+in\b|\blambda\s+(\w+)|\b(?:let|const|var|int|auto)\s+(\w)\b")
_BORDER = frozenset(".,;!?")


def looks_like_code(text: str) -> bool:
    """Whether an answer is code or a command by its shape."""
    bare = text.strip()
    fenced = re.fullmatch(r"(`{1,3})[^`]+\1", bare)
    first, _, rest = bare.strip("`").partition(" ")
    if _SHAPE.search(bare.strip("`")) and not re.fullmatch(r"[A-Za-z]\([^()]*\)", bare):
        return True
    if lexicon.is_in(first, "tool") and rest and len(rest.split()) < 8:
        return True
    words = bare.strip("`").split()
    return (bool(_SQL.match(bare.strip("`"))) and len(words) > 2) or (
        bool(fenced) and bool(re.search(r"[^\w\s-]|\s", bare.strip("`")))
    )


def pieces(text: str) -> list[str]:
    """The tokens of code, quotes and Markdown fences around it taken off."""
    text = unicodedata.normalize("NFKC", html.unescape(text[:_LIMIT]))
    text = "".join(
        " " if unicodedata.category(c) in ("Cc", "Zs", "So") else c
        for c in text
        if unicodedata.category(c) != "Cf"
    )
    text = re.sub(r"```(?:\w+\n)?|`", "", text).translate(
        {0x201C: '"', 0x201D: '"', 0x2018: "'", 0x2019: "'", 0x2014: "--", 0x2013: "-"}
    )
    found = _PIECE.findall(text.strip().lstrip("$>").strip())
    return [f"'{p[1:-1]}'" if p[:1] in "\"'" and len(p) > 1 else p for p in found]


def _renamed(text: str, found: list[str]) -> list[str]:
    """Bound one-word variables by number, so that `x` and `i` in a comprehension are one."""
    names = [n for m in _BOUND.finditer(text) for n in m.groups() if n]
    order = {name: f"v{k}" for k, name in enumerate(dict.fromkeys(names))}
    return [order.get(p, p) for p in found]


def _fold_case(found: list[str], *, sql: bool) -> list[str]:
    if sql:
        return [p if p[:1] == "'" else p.casefold() for p in found]
    return [found[0][:1].lower() + found[0][1:], *found[1:]] if found else found


def grade_code(card: Card, reply: str) -> Grade:
    """Compare token by token with each wording; one letter's slip in a word is close."""
    given = pieces(reply)
    if not given:
        return Grade(Verdict.WRONG, Rule.EMPTY)
    for miss in card.near_misses:
        said = pieces(miss.text)
        longer = [w for w in map(pieces, card.wordings) if len(w) > len(said) and _inside(w, given)]
        if (said == given or _inside(said, given)) and not longer:
            return Grade(Verdict.WRONG, Rule.NEAR_MISS, matched=miss.text, told=miss.told)
    if _offers_two(given):
        return Grade(Verdict.WRONG, Rule.CHOICE, 0.9)
    verdicts = [_compare(card, wording, reply, given) for wording in card.wordings]
    return min(verdicts, key=lambda g: (g.verdict is not Verdict.RIGHT, g.verdict is not Verdict.CLOSE))


def _offers_two(given: Sequence[str]) -> bool:
    """A choice word between two commands."""
    return any(
        p.casefold() in ("ya", "or") and 0 < i < len(given) - 1 for i, p in enumerate(given)
    ) and not _SQL.match(" ".join(given))


def _compare(card: Card, wording: str, reply: str, given: list[str]) -> Grade:
    sql = bool(_SQL.match(wording.strip("` ")))
    wanted = _fold_case(_renamed(wording, pieces(wording)), sql=sql)
    typed = _fold_case(_renamed(reply, given), sql=sql)
    if wanted and wanted[-1] == ";":
        wanted = wanted[:-1]
    options = [wanted]
    if wanted[-2:] == ["(", ")"]:
        options.append(wanted[:-2])
    if len(wanted) > 1 and wanted[0] in {p.lower() for p in pieces(card.question)}:
        options.append(wanted[1:])
    for option in options:
        bare = [p for p in typed if p not in (";", ".")] if option == wanted else typed
        if typed == option or bare == [p for p in option if p not in (";", ".")] or _inside(option, typed):
            if not _denied(typed, option):
                return Grade(Verdict.RIGHT, Rule.CODE, 1.0, matched=wording)
            return Grade(Verdict.WRONG, Rule.NEGATED, 0.9, matched=wording)
    if _extended(wanted, typed):
        return Grade(Verdict.RIGHT, Rule.CODE, 0.7, matched=wording)
    if any(_one_slip(option, typed) for option in options):
        return Grade(Verdict.CLOSE, Rule.TYPO, 0.8, matched=wording)
    return Grade(Verdict.WRONG, Rule.CODE, 0.9)


def _extended(wanted: list[str], typed: list[str]) -> bool:
    """`git stash push` for `git stash`: the explicit name of what the bare command does."""
    return len(wanted) == 2 and typed[:-1] == wanted and typed[-1] in ("push", "-a", "--all", ".")


def _inside(wanted: list[str], typed: list[str]) -> bool:
    """Whether the command stands in a sentence and is not longer than the card's."""
    n = len(wanted)
    for at in range(len(typed) - n + 1):
        if typed[at : at + n] != wanted and [typed[at].lower(), *typed[at + 1 : at + n]] != wanted:
            continue
        before, after = typed[at - 1] if at else "", typed[at + n] if at + n < len(typed) else ""
        if (not after or after in _BORDER or _word(after) or lexicon.is_in(after.lower(), "do_verb")) and (
            not before or before in {*_BORDER, ":"} or before.isalpha()
        ):
            return not (at and n == 1 and not _word(before))
    return False


def _word(piece: str) -> bool:
    found = plain_tokens(piece.casefold())
    return bool(found) and lexicon.is_stop(found[0].text, found[0].native)


def _denied(typed: list[str], wanted: list[str]) -> bool:
    """A Hindi cue right behind the command, or an English one right before it."""
    n = len(wanted)
    for at in range(len(typed) - n + 1):
        if typed[at : at + n] == wanted:
            before, after = typed[at - 1 : at], typed[at + n : at + n + 1]
            return bool(before and before[0].lower() == "not") or bool(
                after and lexicon.is_in(after[0].lower(), "deny_before")
            )
    return False


def _one_slip(wanted: list[str], typed: list[str]) -> bool:
    """Equal but for one letter in one word of four or more that is no flag."""
    if len(wanted) != len(typed):
        return False
    differ = [(a, b) for a, b in zip(wanted, typed, strict=True) if a != b]
    return len(differ) == 1 and all(
        len(a) > 3 and a.isalpha() and b.isalpha() and OSA.distance(a, b) == 1 and a.lower() != b.lower()
        for a, b in differ
    )
