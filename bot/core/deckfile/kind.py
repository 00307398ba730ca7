"""Decides how a card without `Grade:` is judged: by its points, as a short answer, or as a long one."""

from __future__ import annotations

import re

from bot.core.card import Kind

SHORT_WORDS = 5
"""Words up to which an answer is short."""
_ITEM_WORDS = 4
_NOT_WORDS = re.compile(r"!\[[^\]]*\]\([^)]*\)|<img\s[^>]*>|^\s*(?:`{3,}|~{3,}).*$", re.MULTILINE)
_NUMBER = re.compile(r"[~≈<>±+−-]?\s*[$€₹£]?\d[\d\s.,:/×x^*e+-]*%?(?:\s+\S+){0,3}")
_ITEM_BORDER = re.compile(r"\s*[,;\n]\s*(?:(?:and|or|aur|और|या|ya)\s+)?")
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+", re.MULTILINE)
_CLAIM_WORDS = """
is are was were be has have had does do did can will would should becomes means
hai hain tha thi ho hota hoti hote karta karti karte kare rehta rehti rehte jaata jaati jaate
है हैं था थी थे हो होता होती होते करता करती करते
"""
_CLAIMS = frozenset(_CLAIM_WORDS.split())


def kind_of(answer: str, *, has_points: bool) -> Kind:
    """The kind of a card from its answer: a term, a number or a list is short, anything longer is long."""
    if has_points:
        return Kind.POINTS
    text = _NOT_WORDS.sub("", answer).strip()
    if _word_count(text) <= SHORT_WORDS or _NUMBER.fullmatch(text) or _is_list(text):
        return Kind.SHORT
    return Kind.LONG


def _word_count(text: str) -> int:
    return sum(any(char.isalnum() for char in word) for word in text.split())


def _is_list(text: str) -> bool:
    """Three or more short items, none of which says something of another (a sentence with commas does)."""
    items = [item for item in _ITEM_BORDER.split(_BULLET.sub("", text).rstrip(".।")) if item]
    if len(items) < 3 or ". " in text:
        return len(items) == 2 and "\n" in text and _are_terms(items)
    return _are_terms(items)


def _are_terms(items: list[str]) -> bool:
    return all(
        _word_count(item) <= _ITEM_WORDS and _CLAIMS.isdisjoint(item.casefold().split()) for item in items
    )
