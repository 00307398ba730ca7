"""Decides how far a reply makes a point: the weighted share of the point's ideas that it says, denies, or says of somebody
else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.core.grading.idea import QUANTITY, Idea, agreement, opposite, overlap
from bot.core.grading.roles import NOBODY
from bot.core.grading.senses import is_attribute, is_strong

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.points import KeyPoint, Outline, Wording


AMOUNT_ELSEWHERE = 0.3
"""What "more" or "less" of another thing is worth when nothing else of the point is said."""
FULLY = 0.8
"""The cover from which a point stands made, whatever else is said of it."""
REVERSED, REVERSED_ALL, REVERSED_LEAST, REVERSED_MOST = 0.6, 0.9, 1.0, 6
"""The share of a wording that must be repeated for a claim turned round (nearly all when the claim itself denies), the
least denied weight, and the most ideas of such a wording.
"""


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
    reversed: bool = False
    """Whether a wording is repeated with its claim denied, and none is made ("help more" for "help less")."""


def cover(point: KeyPoint, outline: Outline, said: Sequence[Idea], owners: Sequence[int]) -> Cover:
    """The best wording's cover."""
    own = [i for i in said if _is_about(owners[i.at], point.subject)]
    asked = frozenset(k for k, i in enumerate(own) if i.own and i.own in outline.question)
    other = [i for i in said if not _is_about(owners[i.at], point.subject)]
    fresh = [i for k, i in enumerate(own) if k not in asked]
    options = [_one(point, w, outline, own, fresh, other) for w in point.wordings]
    best = max(options, key=lambda c: (c.said - c.denied, c.fresh))
    made = best.said >= FULLY and not best.denied
    turned = any(_reverses(w, own) for w in point.wordings) and not made
    return replace(best, reversed=turned or any(_flatly(w, own) for w in point.wordings))


def _flatly(wording: Wording, own: Sequence[Idea]) -> bool:
    """Whether a wording of one word ("heap is larger") is denied by that word: "heap badi nahi hoti"."""
    if len(wording.ideas) != 1 or not wording.ideas[0].has_side:
        return False
    signs = {o.sign for o in own if o.own == wording.ideas[0].own}
    return signs == {-wording.ideas[0].sign}


def _reverses(wording: Wording, own: Sequence[Idea]) -> bool:
    """Whether most of a short wording is repeated and what is left of it is denied: "soil fertile nahi rehti"."""
    if not 2 <= len(wording.ideas) <= REVERSED_MOST:
        return False
    said = denied = 0.0
    affirms = False
    for idea, weight in zip(wording.ideas, wording.weights, strict=True):
        best, against = meets(idea, own)
        if best:
            said += weight
            if idea.sign < 0:
                return False  # the wording's own denial is kept
        elif (against is not None and _denies(idea, against)) or _denied_in_other_words(idea, own):
            denied += weight
            affirms = affirms or idea.sign < 0
    share = REVERSED_ALL if affirms else REVERSED
    return denied >= REVERSED_LEAST and said + denied >= share * wording.weight


def _denied_in_other_words(idea: Idea, own: Sequence[Idea]) -> bool:
    """Whether a synonym of a denied idea is affirmed, or the reverse."""
    return any(idea.names & other.names and idea.sign * other.sign < 0 for other in own)


def _denies(idea: Idea, against: Idea) -> bool:
    """Whether one idea denies another outright: neither is hypothetical, and both speak of one noun."""
    if 0 in (idea.sign, against.sign):
        return False
    if idea.sign == against.sign and _attributes(idea, against):
        return False
    return not (idea.nouns and against.nouns and idea.own != against.own) or overlap(idea, against) > 0


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
    said = denied = swapped = fresh = elsewhere = 0.0
    strong = turned = False
    for idea, weight in zip(wording.ideas, wording.weights, strict=True):
        best, against = meets(idea, own if idea.own in outline.question else news)
        if idea.number and against is not None and against.own in outline.numbers:
            against = None
        if best and _crossed(idea, outline, own):
            denied += weight
        elif best:
            said += weight * best
            elsewhere += weight * best if _of_another(idea, own) else 0.0
            fresh += weight * best if weight > 0.3 else 0.0
        elif against is not None:
            denied += weight * (0.5 if _attributes(idea, against) or not idea.has_side else 1.0)
            strong = strong or _strongly(idea, against)
            turned = turned or (
                idea.number
                or (idea.has_side and idea.own == against.own != "" and idea.sign > 0 > against.sign)
                or (
                    weight > 0.5
                    and opposite(idea, against)
                    and not _attributes(idea, against)
                    and overlap(idea, against) > 0
                )
            )
        elif meets(idea, other)[0]:
            swapped += weight
    total = wording.weight or 1.0
    if outline.listed and elsewhere == said:
        said *= AMOUNT_ELSEWHERE
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
    firm: Idea | None = None
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
        same = bool(idea.own) and idea.own == other.own
        if found > 0:
            best = max(best, 1.0 if same else 0.9)
        elif found < 0:
            against = other
            firm = other if same else firm
    if not best and against is None:
        against = _other_count(idea, said)
    if firm is not None and best < 1.0:
        return 0.0, firm  # the word itself denied outweighs a synonym affirmed
    return best, None if best else against


def _of_another(idea: Idea, own: Sequence[Idea]) -> bool:
    """Whether an amount is said of other things only ("saves water" makes no part of "reduces weeds")."""
    if not idea.nouns or not any(name in (QUANTITY, "a:good") for name, _ in idea.senses):
        return False
    return all(o.nouns and not overlap(idea, o) for o in own if agreement(idea, o) > 0)


def _other_count(idea: Idea, said: Sequence[Idea]) -> Idea | None:
    """Another number of the same noun: "four beats" for "three beats"."""
    if not idea.number or not idea.nouns:
        return None
    return next((o for o in said if o.number and o.own != idea.own and overlap(idea, o)), None)


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
