"""Decides a long answer: which key points it makes, misses, denies or swaps; then the guards against bags of key words,
the question repeated, and claims that contradict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.agents import exchanged
from bot.core.grading.choice import offers_choice
from bot.core.grading.coverage import Cover, cover, meets
from bot.core.grading.elision import with_elided
from bot.core.grading.extract import ideas
from bot.core.grading.grade import Grade, Rule, Verdict
from bot.core.grading.negation import content_spots, spots
from bot.core.grading.normalise import Token, card_tokens, joined, reply_tokens
from bot.core.grading.roles import NOBODY, segments

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.core.card import Card
    from bot.core.grading.idea import Idea
    from bot.core.grading.points import Outline
    from bot.core.grading.prepare import PreparedDeck

LISTED_RIGHT, LISTED_LEAST, LISTED_CLOSE = 0.50, 0.30, 0.24
"""Mean and least cover of listed points for right, mean for close."""
INDUCED_RIGHT, INDUCED_SIDE, INDUCED_CLOSE = 0.45, 0.20, 0.18
"""Cover of the induced points for right, least of each side of a contrast, cover for close."""
CLAIM_MADE, CLAIM_FRESH = 0.45, 0.9
"""The cover and the weight from which a single claim, made alone, is worth something."""
MADE = 0.35
"""The cover from which a point is reported as made."""
CONFLICT = 0.35
"""Denied weight as a share of said weight that makes a reply wrong."""
BAG_FUNCTION_SHARE = 0.12
"""A reply with a smaller share of function words and no punctuation is a bag of key words."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One reply read against one long card."""

    card: Card
    outline: Outline
    tokens: tuple[Token, ...]
    said: tuple[Idea, ...]
    owners: tuple[int, ...]
    covers: tuple[Cover, ...]

    @property
    def mean(self) -> float:
        """Cover of all points: the plain mean of listed ones, weighted for induced ones."""
        scored = [c for c in self.covers if not c.point.bonus]
        if not scored:
            return 0.0
        if self.outline.listed:
            return sum(c.said for c in scored) / len(scored)
        return sum(c.said * c.weight for c in scored) / sum(c.weight for c in scored)

    def weight(self, part: Callable[[Cover], float]) -> float:
        """The weight of one part (said, denied, swapped) over all points."""
        return sum(part(c) * c.weight for c in self.covers)


def grade_long(card: Card, reply: str, deck: PreparedDeck) -> Grade:
    """The verdict on a reply to a card with a long answer."""
    outline = deck.outline(card)
    tokens = reply_tokens(reply)
    owners = tuple(segments(tokens, outline.subjects))
    said = with_elided(ideas(tokens, outline.words, keep=outline.keep), tokens, outline)
    covers = tuple(cover(p, outline, said, owners) for p in outline.points)
    reading = Reading(card, outline, tokens, said, owners, covers)
    for rule in _RULES:
        grade = rule(reading)
        if grade is not None:
            return grade
    return _by_cover(reading)


def _nothing(reading: Reading) -> Grade | None:
    """Nothing said, or said that nothing is known."""
    given_up = [range(a, b) for a, b in spots(reading.tokens, "giveup")]
    left = content_spots(reading.tokens, lambda i: any(i in r for r in given_up))
    if given_up and len(left) <= 4 and reading.mean < INDUCED_CLOSE:
        return Grade(Verdict.WRONG, Rule.GIVE_UP)
    return None if left or reading.said else Grade(Verdict.WRONG, Rule.EMPTY)


def _verbatim(reading: Reading) -> Grade | None:
    """The model answer itself."""
    said = " ".join(t.text for t in reading.tokens if not t.is_mark)
    if any(
        said == " ".join(w for w in joined(text).split() if any(c.isalnum() for c in w))
        for text in reading.card.wordings
    ):
        return Grade(Verdict.RIGHT, Rule.EXACT, 1.0, made=tuple(p.text for p in reading.outline.points))
    return None


def _near_miss(reading: Reading) -> Grade | None:
    """A near miss is said more fully than the answer."""
    for miss, near in zip(reading.card.near_misses, reading.outline.near, strict=True):
        met = sum(w for i, w in zip(near.ideas, near.weights, strict=True) if meets(i, reading.said)[0])
        if near.weight and met / near.weight >= 0.8 and met / near.weight > reading.mean:
            return Grade(Verdict.WRONG, Rule.NEAR_MISS, 0.8, rival=miss.text, told=miss.told)
    return None


def _swapped(reading: Reading) -> Grade | None:
    """More of the claims are said of the other subject than of their own."""
    own = reading.weight(lambda c: c.said)
    swapped = reading.weight(lambda c: c.swapped)
    if swapped > own and swapped >= 1.0:
        denied = tuple(c.point.text for c in reading.covers if c.swapped > c.said)
        return Grade(Verdict.WRONG, Rule.SWAPPED, _sure(swapped / (own + swapped), 0.5), denied=denied)
    return None


def _exchanged(reading: Reading) -> Grade | None:
    """Who acts and who is acted on are exchanged."""
    if reading.outline.subjects or not exchanged(card_tokens(reading.card.answer), reading.tokens):
        return None
    return Grade(
        Verdict.WRONG, Rule.SWAPPED, 0.6, denied=tuple(c.point.text for c in reading.covers if c.said)
    )


def _contradicted(reading: Reading) -> Grade | None:
    """A key point is denied or its direction reversed."""
    if reading.outline.subjects and not any(k != NOBODY for k in reading.owners):
        return None  # who is spoken of is not known: opposite claims are expected
    said = reading.weight(lambda c: c.said)
    denied = reading.weight(lambda c: c.denied)
    strong = any(c.strong and c.denied >= c.said for c in reading.covers)
    strong = strong or any(c.turned for c in reading.covers)
    reverse = any(c.reversed for c in reading.covers) and not _is_bag(reading)
    if reverse or (denied and (denied >= CONFLICT * said or strong)):
        points = tuple(c.point.text for c in reading.covers if c.denied or c.reversed)
        return Grade(
            Verdict.WRONG,
            Rule.NEGATED,
            _sure(denied / (said + denied) if denied else 0.5, CONFLICT),
            denied=points,
        )
    return None


def _choice(reading: Reading) -> Grade | None:
    """A which question answered by several options."""
    if not reading.outline.asks_which:
        return None
    first = reading.covers[0]
    spans = [
        (i.at, i.end)
        for i in reading.said
        for w in first.point.wordings
        for idea, weight in zip(w.ideas, w.weights, strict=True)
        if weight > 0.3 and meets(idea, [i])[0]
    ]
    if spans and offers_choice(reading.tokens, spans, reading.outline.question):
        return Grade(Verdict.WRONG, Rule.CHOICE, 0.9)
    return None


def _echo(reading: Reading) -> Grade | None:
    """Only words of the question, or nothing beyond them that makes a point."""
    fresh = [i for i in reading.said if not (i.own and i.own in reading.outline.question)]
    subjects = {w for s in reading.outline.subjects for w in s.words}
    fresh = [i for i in fresh if i.word not in subjects and not lexicon.is_in(i.word, "general")]
    if not fresh and reading.said and not any(c.fresh for c in reading.covers):
        return Grade(Verdict.WRONG, Rule.ECHO, 0.9)
    return None


def _by_cover(reading: Reading) -> Grade:
    """Right, close or wrong by how much of the points is made."""
    denied = tuple(c.point.text for c in reading.covers if c.denied and c.denied >= c.said)
    made = tuple(c.point.text for c in reading.covers if c.said >= MADE and c.point.text not in denied)
    spoken = {*made, *denied}
    missed = tuple(c.point.text for c in reading.covers if c.point.text not in spoken and not c.point.bonus)
    verdict, margin = _verdict(reading)
    rule = Rule.POINTS
    if verdict is Verdict.RIGHT and _is_bag(reading):
        verdict, rule = Verdict.CLOSE, Rule.BAG
    elif verdict is not Verdict.WRONG and _is_bag(reading):
        rule = Rule.BAG
    return Grade(verdict, rule, margin, made=made, missed=missed, denied=denied)


def _verdict(reading: Reading) -> tuple[Verdict, float]:
    mean = reading.mean
    right, close = (LISTED_RIGHT, LISTED_CLOSE) if reading.outline.listed else (INDUCED_RIGHT, INDUCED_CLOSE)
    if not any(c.fresh for c in reading.covers):
        return Verdict.WRONG, 0.8
    if reading.outline.asks_which and not reading.outline.listed:
        main = reading.covers[0]
        keyed = sum(w for x in main.point.wordings[:1] for w in x.weights if w > 0.3)
        share = main.fresh / keyed if keyed else 0.0
        if share >= 0.5:
            return Verdict.RIGHT, _sure(share, 0.5)
    whole = mean >= right and min(_sides(reading)) >= (
        LISTED_LEAST if reading.outline.listed else INDUCED_SIDE
    )
    if whole:
        return Verdict.RIGHT, _sure(mean, right)
    one_made = any(
        c.said >= CLAIM_MADE and c.fresh >= CLAIM_FRESH and not c.denied and not c.point.bonus
        for c in reading.covers
    )
    if one_made or (mean >= close and _makes_one(reading)):
        return Verdict.CLOSE, _sure(mean, close if mean - close < abs(right - mean) else right)
    return Verdict.WRONG, _sure(mean, close)


def _makes_one(reading: Reading) -> bool:
    """Whether a listed point is made: a little of each is no half answer."""
    return not reading.outline.listed or any(c.said >= MADE and not c.point.bonus for c in reading.covers)


def _sides(reading: Reading) -> list[float]:
    """The cover of each listed point, or of each side of a contrast, or of all."""
    if reading.outline.listed:
        return [c.said for c in reading.covers if not c.point.bonus] or [0.0]
    sides: list[float] = []
    for k in range(len(reading.outline.subjects)):
        mine = [c for c in reading.covers if c.point.subject == k]
        if mine:
            sides.append(sum(c.said * c.weight for c in mine) / sum(c.weight for c in mine))
    return sides or [1.0]


def _is_bag(reading: Reading) -> bool:
    """Key words in a row: hardly a function word, no verb, no punctuation."""
    words = [t for t in reading.tokens if not t.is_mark]
    if len(words) < 4 or any(t.is_mark for t in reading.tokens):
        return False
    small = sum(lexicon.is_stop(t.text, t.native) for t in words)
    return small < BAG_FUNCTION_SHARE * len(words)


def _sure(value: float, border: float) -> float:
    """Confidence from the distance to the border that decides: 0.5 on it, 0.95 far from it."""
    return round(min(0.95, 0.5 + abs(value - border) * 1.2), 2)


_RULES: tuple[Callable[[Reading], Grade | None], ...] = (
    _nothing,
    _verbatim,
    _near_miss,
    _swapped,
    _exchanged,
    _contradicted,
    _choice,
    _echo,
)
