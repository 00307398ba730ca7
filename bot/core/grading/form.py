"""Decides what a card asks for: a command, a date, an amount, a list or a term, and prepares its wordings for matching."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.card import Card, Kind
from bot.core.grading import lexicon
from bot.core.grading.acronym import is_acronym
from bot.core.grading.code import looks_like_code
from bot.core.grading.date import Date, date_in
from bot.core.grading.naming import is_identifier, other_names, other_rates
from bot.core.grading.normalise import Token, card_tokens, joined
from bot.core.grading.number import Quantity, quantities
from bot.core.grading.sound import key
from bot.core.grading.term import Term, make_term

if TYPE_CHECKING:
    from collections.abc import Sequence

Expansions = dict[str, tuple[tuple[str, ...], ...]]

_BRACKET = re.compile(r"^(.{2,}?)\s*[\[(]([^()\[\]]{1,60})[\])]\s*$", re.DOTALL)
_ITEM_BORDER = re.compile(r"\s*(?:,|;|\n|->|→|=>|\s>\s|•|\s\+\s|\s\|\s)\s*")
_AND = re.compile(r"\s+(?:and|aur|or|evam|&|tatha)\s+|\s*&\s*", re.IGNORECASE)
_NUMBERING = re.compile(r"^\s*(?:[-*•]|\(?\d{1,2}[.)]|\(?[a-hivx]{1,3}[.)])\s+", re.IGNORECASE)
_MARKS = re.compile(r"[*_`$]+")


@dataclass(frozen=True, slots=True)
class Form:
    """A short card prepared for grading."""

    terms: tuple[Term, ...]
    near: tuple[tuple[Term, str], ...]
    question: tuple[Token, ...]
    question_stems: frozenset[str]
    is_code: bool = False
    dates: tuple[Date, ...] = ()
    amounts: tuple[tuple[Quantity, ...], ...] = ()
    labels: frozenset[str] = frozenset()
    """Stems of the nouns that stand beside an amount ("11 players")."""
    items: tuple[tuple[Term, ...], ...] = ()
    """The items of a list, each with its wordings."""


def stems(tokens: Sequence[Token]) -> frozenset[str]:
    """The stems and sound keys of all words of a text."""
    return frozenset(
        s for t in tokens if not t.is_mark for s in (lexicon.stem(t.text), key(t.text)) if len(s) > 1
    )


def make_form(card: Card, known: Expansions) -> Form:
    """The card as `short` grades it; `known` gives the deck's acronyms."""
    question = card_tokens(card.question)
    asked = stems(question)
    wordings = [w for written in card.wordings for w in (*_alternatives(written), *other_names(written))]
    terms = tuple(make_term(w, known) for w in wordings)
    near = tuple((make_term(n.text, known), n.told) for n in card.near_misses)
    near += tuple((make_term(name, known), "") for name in other_rates(card.answer))
    base = Form(terms, near, question, asked)
    if card.kind is Kind.EXACT or (looks_like_code(card.answer) and not is_identifier(card.answer)):
        return Form(terms, near, question, asked, is_code=True)
    first = date_in(card_tokens(wordings[0]), months_needed=True)
    dates = tuple(d for w in wordings if (d := date_in(card_tokens(w))) is not None)
    if first is None or sum(map(bool, first.parts)) < 2:
        dates = ()
    if dates and len(card_tokens(card.answer)) < 8:
        return Form(terms, near, question, asked, dates=dates)
    amounts, labels = _amounts(wordings, asked)
    if amounts:
        return Form(terms, near, question, asked, amounts=amounts, labels=labels)
    items = _items(card, known)
    return Form(terms, near, question, asked, items=items) if items else base


def _alternatives(written: str) -> list[str]:
    """A wording, and without its bracket; a bracket that is an acronym or an amount is a wording too."""
    if is_identifier(written):
        return [written.strip("` ")]
    written = _MARKS.sub("", written) if not looks_like_code(written) else written
    bracket = _BRACKET.match(written)
    if (
        bracket is None
        or looks_like_code(written)
        or (not bracket[1][-1:].isspace() and written[len(bracket[1])] == "(")
    ):
        return [written]
    inner = bracket[2].strip()
    counts = is_acronym(inner) or (bool(quantities(card_tokens(inner))) and inner[:1].isdigit())
    outer_acronym = is_acronym(bracket[1].strip())
    return [bracket[1].strip(), *([inner] if counts or outer_acronym else []), written]


def _amounts(
    wordings: Sequence[str], asked: frozenset[str]
) -> tuple[tuple[tuple[Quantity, ...], ...], frozenset[str]]:
    """The amounts of every wording when the first is an amount: a number, perhaps with a unit and one noun."""
    amounts: list[tuple[Quantity, ...]] = []
    labels: set[str] = set()
    for wording in wordings:
        tokens = card_tokens(wording)
        found = quantities(tokens, kelvin=True)
        spare = [
            t
            for i, t in enumerate(tokens)
            if not t.is_mark
            and not any(q.start <= i < q.end for q in found)
            and not lexicon.is_stop(t.text, t.native)
        ]
        strangers = [t for t in spare if not (stems([t]) & asked)]
        opens = bool(found) and (
            found[0].start == 0 or all(stems([t]) & asked for t in tokens[: found[0].start] if not t.is_mark)
        )
        if not found or not opens or len(strangers) > 1 or len(found) > 4:
            if not amounts:
                return (), frozenset()
            continue
        amounts.append(tuple(found))
        labels.update(s for t in spare for s in stems([t]))
    return tuple(amounts), frozenset(labels)


def _items(card: Card, known: Expansions) -> tuple[tuple[Term, ...], ...]:
    """The items of a list answer with their wordings from the aliases that have as many items."""
    first = split_items(card.answer)
    if (
        len(first) < 2
        or re.fullmatch(r"(?:1[5-9]|20)\d\d", first[-1])
        or any(len(item.split()) > 7 for item in first)
    ):
        return ()
    columns = [[item] for item in first]
    for alias in card.also:
        other = split_items(alias)
        if len(other) == len(first):
            for column, item in zip(columns, other, strict=True):
                column.append(item)
    return tuple(
        tuple(make_term(w, known) for item in column for w in _alternatives(item)) for column in columns
    )


def split_items(text: str) -> list[str]:
    """The items of a list: by commas, arrows or lines, and by the last "and"; by "and" alone between single words."""
    text = _MARKS.sub("", text)
    parts = [_NUMBERING.sub("", p).strip(" .") for p in _ITEM_BORDER.split(text.strip())]
    parts = [p for p in parts if joined(p)]
    if len(parts) < 2:
        halves = [p.strip(" .") for p in _AND.split(text) if joined(p)]
        return (
            halves
            if len(halves) > 1 and all(len(p.split()) <= 2 for p in halves) and len(text.split()) <= 6
            else []
        )
    last = re.sub(r"^(?:and|aur|or|&)\s+", "", parts[-1], flags=re.IGNORECASE)
    tail = [last] if last != parts[-1] or any(_AND.search(p) for p in parts[:-1]) else _AND.split(last)
    return [*parts[:-1], *[t.strip(" .") for t in tail if joined(t)]]
