"""Decides formula answers ("O(n log n)", "E = mc^2", "H2SO4 + ..."): every symbol counts, spacing and signs of product do not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.core.grading.grade import Grade, Rule, Verdict
from bot.core.grading.normalise import CARD_LIMIT, plain

if TYPE_CHECKING:
    from bot.core.card import Card
    from bot.core.grading.form import Form

_FORMULA = re.compile(r"^[^\s]*[A-Za-z]\([^()]+\)$|^[A-Za-zΑ-ω0-9][\w^()]*\s*[=^*/+−-]\s*\S.*$|^\S*\^\S*$")
_WORD = re.compile(r"[a-z]{5,}")
_BIG_O = re.compile(r"\bo\(\s*((?:[^()]|\([^()]*\))+)\)|\b(?:order|big ?o)(?: of)? (.+)$")
_NOISE = re.compile(r"[\s*·^_{}\\$]|\bx\b(?=\s*10)")


def _compact(text: str) -> str:
    return _NOISE.sub("", text.replace("**", "^")).rstrip(".,!?;")


def grade_formula(card: Card, reply: str, form: Form) -> Grade | None:
    """The verdict when the card's answer is a formula, else None."""
    if form.amounts or form.dates or len(card.answer) > 60:
        return None
    answer = card.answer.strip("`$ ")
    shape = plain(answer, CARD_LIMIT)
    if not _FORMULA.match(answer) or len(_WORD.findall(shape)) > 1:
        return None
    said = plain(reply)
    wanted = {_compact(plain(w.strip("`$ "), CARD_LIMIT)) for w in card.wordings}
    wanted |= {_compact(m[1]) for w in card.wordings if (m := re.fullmatch(r"o\((.+)\)", plain(w)))}
    candidates = {
        _compact(said),
        *(_compact(p) for p in re.split(r"\s(?:hai|h|is|hota|hoti|=)\s|,|\bhai\b", said)),
    }
    for m in _BIG_O.finditer(said):
        candidates.add(_compact(m[1] or m[2]))
    candidates |= {_turned(c) for c in candidates}
    denied = re.search(r"\b(?:nahi|not|nhi)\b", said)
    if candidates & wanted and not denied and not re.search(r"\b(?:ya|or|either)\b", said):
        return Grade(Verdict.RIGHT, Rule.EXACT, matched=card.answer)
    if "(" in said or "=" in said or "^" in said:
        inside = any(len(w) > 3 and w in _compact(said) for w in wanted)
        if not inside or denied:
            return Grade(Verdict.WRONG, Rule.NO_MATCH, 0.9)
    return None


def _turned(equation: str) -> str:
    left, equals, right = equation.partition("=")
    return f"{right}={left}" if equals else equation
