"""Decides how far a reply makes a point: the weighted share of the point's ideas that it says, denies, or says of somebody
else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.grading.idea import Idea, agreement, opposite, overlap
from bot.core.grading.roles import NOBODY
from bot.core.grading.senses import is_attribute, is_strong

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.points import KeyPoint, Outline, Wording


@dataclass(frozen=True, slots=True)
class Cover:
    """One point against one reply, as shares of the point's weight: said, denied, said of the other subject.

    `fresh` is the weight that is said beyond the question's words; `strong` that a strong axis is reversed.
    """

    point: KeyPoint
    said: float
    denied: float
    swapped: float
    fresh: float
    weight: float
    strong: bool
    turned: bool
    """Whether a noun of the point is given the opposite side ("insert fast" for "insert slow")."""


def cover(point: KeyPoint, outline: Outline, said: Sequence[Idea], owners: Sequence[int]) -> Cover:
    """The best wording's cover."""
    own = [i for i in said if _is_about(owners[i.at], point.subject)]
    asked = frozenset(k for k, i in enumerate(own) if i.own and i.own in outline.question)
    other = [i for i in said if not _is_about(owners[i.at], point.subject)]
    fresh = [i for k, i in enumerate(own) if k not in asked]
    options = [_one(point, w, outline, own, fresh, other) for w in point.wordings]
    return max(options, key=lambda c: (c.said - c.denied, c.fresh))


def _is_about(owner: int, subject: int) -> bool:
    return NOBODY in (owner, subject) or owner == subject


def _one(
    point: KeyPoint,
    wording: Wording,
    outline: Outline,
    own: Sequence[Idea],
    news: Sequence[Idea],
    other: Sequence[Idea],
) -> Cover:
    """One wording's cover. A word of the question stands only for itself, never for another word of the point."""
    said = denied = swapped = fresh = 0.0
    strong = turned = False
    for idea, weight in zip(wording.ideas, wording.weights, strict=True):
        best, against = meets(idea, own if idea.own in outline.question else news)
        if best and _crossed(idea, outline, own):
            denied += weight
        elif best:
            said += weight * best
            fresh += weight * best if weight > 0.3 else 0.0
        elif against is not None:
            denied += weight * (0.5 if _attributes(idea, against) or not idea.has_side else 1.0)
            strong = strong or _strongly(idea, against)
            turned = turned or (
                weight > 0.5
                and opposite(idea, against)
                and not _attributes(idea, against)
                and overlap(idea, against) > 0
            )
        elif meets(idea, other)[0]:
            swapped += weight
    total = wording.weight or 1.0
    if fresh:
        said = _with_aside(said, total, outline, wording, own)
    return Cover(point, min(1.0, said / total), denied / total, swapped / total, fresh, total, strong, turned)


def _crossed(idea: Idea, outline: Outline, own: Sequence[Idea]) -> bool:
    """ "voltage same, current splits" for "current same, voltage splits": the side is given to another noun of the card,
    and the noun has a side that the card does not give it.
    """
    givers = [o for o in own if o.has_side and agreement(idea, o) > 0]
    if not outline.subjects or not idea.nouns or not givers:
        return False
    if any(overlap(idea, o) or not o.nouns for o in givers):
        return False
    taken = any(x.has_side and agreement(idea, x) == 0 and overlap(idea, x) for x in own)
    return taken and all(any(noun & outline.nouns for noun in o.nouns) for o in givers)


def _with_aside(said: float, total: float, outline: Outline, wording: Wording, own: Sequence[Idea]) -> float:
    """What the card puts in brackets says the same in other words: it helps, up to half of what is missing."""
    if not outline.aside or said >= total:
        return said
    extra = sum(
        1.0 for i in outline.aside if meets(i, own)[0] and not any(agreement(i, w) for w in wording.ideas)
    )
    return said + min(extra, (total - said) / 2)


def meets(idea: Idea, said: Sequence[Idea]) -> tuple[float, Idea | None]:
    """How well an idea is said (1 by its own word, 0.9 by a synonym), or else the idea that denies it."""
    against: Idea | None = None
    best = 0.0
    if idea.nouns:
        beside = max(
            said, key=lambda o: (overlap(idea, o) if _meet(idea, o) else 0, agreement(idea, o)), default=None
        )
        if beside is not None and _meet(idea, beside) and overlap(idea, beside):
            if opposite(idea, beside) and agreement(idea, beside) <= 0:
                return 0.0, beside
            if agreement(idea, beside) > 0:
                return (1.0 if idea.own and idea.own == beside.own else 0.9), None
    for other in said:
        found = agreement(idea, other)
        if found > 0:
            best = max(best, 1.0 if idea.own and idea.own == other.own else 0.9)
        elif found < 0:
            against = other
    return best, None if best else against


def _meet(a: Idea, b: Idea) -> bool:
    """Whether two ideas speak on one axis."""
    return b.has_side and (agreement(a, b) != 0 or opposite(a, b))


def _attributes(idea: Idea, against: Idea) -> bool:
    """Whether two ideas are opposite as attributes only ("naya function", "original function")."""
    theirs = dict(against.senses)
    against_axes = [
        n for n, s in idea.senses if n[0] == "a" and n in theirs and s * idea.sign != theirs[n] * against.sign
    ]
    return bool(against_axes) and all(is_attribute(n) for n in against_axes)


def _strongly(idea: Idea, against: Idea) -> bool:
    theirs = dict(against.senses)
    return any(is_strong(name) and name in theirs for name, _ in idea.senses)
