"""Turns a raw card into a card: parts wordings, checks what its fields hold, and settles how it is judged."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.core.card import Card, Kind, NearMiss, Point
from bot.core.deckfile.fields import Field
from bot.core.deckfile.front_matter import shown
from bot.core.deckfile.kind import SHORT_WORDS, kind_of
from bot.core.deckfile.separators import split_tags, split_told, split_wordings
from bot.core.deckfile.values import PlacedCard

if TYPE_CHECKING:
    from bot.core.deckfile.raw import Item, RawCard
    from bot.core.deckfile.values import ProblemLog

GRADES = {"short": Kind.SHORT, "points": Kind.POINTS, "exact": Kind.EXACT, "self": Kind.SELF}
_NEEDS_ANSWER = (Field.ALSO, Field.ACCEPT, Field.REJECT)
_BONUS = re.compile(r"\s*[(\[]\s*bonus\s*[)\]]\s*", re.IGNORECASE)
_ID = re.compile(r"[\w.:-]{1,64}")


def build_card(raw: RawCard, problems: ProblemLog) -> PlacedCard | None:
    """The card that the fields make, or None where there is no question; every fault is noted."""
    question = raw.question.value
    if not question.strip():
        problems.add(raw.line, "the question is empty", "write it behind the colon")
        return None
    _check_filled(raw, problems)
    answer, aliases = _answer(raw)
    if not answer:
        _check_draft(raw, problems)
    points = tuple(_point(item, problems) for item in raw.all_items(Field.POINTS))
    accept = _examples(raw, Field.ACCEPT)
    reject = _examples(raw, Field.REJECT)
    card = Card(
        question=question,
        answer=answer,
        also=(*aliases, *_wordings(raw.all_items(Field.ALSO))),
        near_misses=tuple(miss for item in raw.all_items(Field.NOT) for miss in _near_misses(item)),
        hint=_text(raw, Field.HINT),
        why=_text(raw, Field.WHY),
        points=points,
        tags=tuple(dict.fromkeys(tag for item in raw.all_items(Field.TAGS) for tag in split_tags(item.text))),
        accept=tuple(text for _, text in accept),
        reject=tuple(text for _, text in reject),
        kind=_kind(raw, answer, problems, has_points=bool(points)),
        id=_id(raw, problems),
    )
    return PlacedCard(raw.line, card, tuple(line for line, _ in (*accept, *reject)))


def _check_filled(raw: RawCard, problems: ProblemLog) -> None:
    """An empty `A:` makes a draft; any other empty field is a slip."""
    for field in raw.fields[1:]:
        if field.is_empty and field.name is not Field.ANSWER:
            remedy = "write a sub-bullet for each point" if field.name is Field.POINTS else "write its text"
            problems.add(field.line, f"`{field.name}:` is empty", f"{remedy}, or delete the line")


def _check_draft(raw: RawCard, problems: ProblemLog) -> None:
    for name in _NEEDS_ANSWER:
        field = raw.by_name.get(name)
        if field is not None:
            problems.add(field.line, f"`{name}:` stands in a card without an answer", "write `A:` first")


def _answer(raw: RawCard) -> tuple[str, tuple[str, ...]]:
    """The answer and the wordings that ` / ` put beside it: a long answer's slashes are its own."""
    answer = _text(raw, Field.ANSWER)
    if "\n" not in answer:
        wordings = split_wordings(answer)
        if len(wordings) > 1 and all(len(wording.split()) <= SHORT_WORDS for wording in wordings):
            return wordings[0], wordings[1:]
    return answer, ()


def _text(raw: RawCard, name: Field) -> str:
    field = raw.by_name.get(name)
    return field.value if field is not None else ""


def _wordings(items: list[Item]) -> tuple[str, ...]:
    return tuple(wording for item in items for wording in split_wordings(item.text))


def _examples(raw: RawCard, name: Field) -> list[tuple[int, str]]:
    return [(item.line, reply) for item in raw.all_items(name) for reply in split_wordings(item.text)]


def _near_misses(item: Item) -> tuple[NearMiss, ...]:
    wordings, told = split_told(item.text)
    return tuple(NearMiss(wording, told) for wording in split_wordings(wordings))


def _point(item: Item, problems: ProblemLog) -> Point:
    wordings = split_wordings(_BONUS.sub(" ", item.text))
    if not wordings:
        problems.add(item.line, "this point is empty", "write its wordings, or delete the line")
    return Point(wordings, bonus=_BONUS.search(item.text) is not None)


def _kind(raw: RawCard, answer: str, problems: ProblemLog, *, has_points: bool) -> Kind:
    field = raw.by_name.get(Field.GRADE)
    inferred = kind_of(answer, has_points=has_points)
    if field is None or field.is_empty:
        return inferred
    asked = GRADES.get(field.value.strip().lower())
    if asked is None:
        problems.add(
            field.line,
            f"`Grade: {shown(field.value)}` is not known",
            f"write one of {', '.join(GRADES)}, or leave the line out",
        )
        return inferred
    if asked is Kind.POINTS and not has_points:
        problems.add(
            field.line, "`Grade: points` stands in a card without points", "write `Points:` with sub-bullets"
        )
        return inferred
    return asked


def _id(raw: RawCard, problems: ProblemLog) -> str:
    field = raw.by_name.get(Field.ID)
    if field is None or field.is_empty:
        return ""
    value = field.value.strip()
    if not _ID.fullmatch(value):
        problems.add(
            field.line,
            f"`Id: {shown(value)}` is not an id",
            "write letters, digits, `-`, `_`, `.`, `:`, at most 64",
        )
        return ""
    return value
