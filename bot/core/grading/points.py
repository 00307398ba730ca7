"""Decides what a long answer must say: the instructor's key points, or the claims of the model answer without what stands
in brackets, each with its ideas and the subject it speaks of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.extract import ideas
from bot.core.grading.idea import Idea, Words
from bot.core.grading.lexicon import stem
from bot.core.grading.normalise import card_tokens
from bot.core.grading.roles import NOBODY, Subject, mentioned, segments, subjects

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.card import Card
    from bot.core.grading.form import Expansions

QUESTION_WEIGHT = 0.3
"""What a word of the question counts for in a point: repeating it says little."""
GENERAL_WEIGHT = 0.5
NUMBER_WEIGHT = 2.0

ELABORATION_WEIGHT = 0.3
"""What a clause that only unfolds the one before counts for ("LIFO, jo element aakhir mein aata hai ...")."""

_ELABORATION = re.compile(
    r"(?:jo|jisme|jismein|yaani|yani|matlab|which|that is|i\.?e\.?|jaise|jaise ki|for example|e\.?g\.?)\b",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"[(\[][^()\[\]]*[)\]]")
_CLAIM_BORDER = re.compile(
    r"\s*(?:[;.!?\n]+(?=\s|$)|,\s|\s[-–—]+\s|[–—]|:\s)\s*|\s+(?=(?:isliye|islie|kyunki|kyuki|jabki|lekin|magar|because|"
    r"whereas|while|so that|taaki|taki|hence|therefore|but|jisse|aur phir)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to make a point: its ideas and their weights."""

    ideas: tuple[Idea, ...]
    weights: tuple[float, ...]

    @property
    def weight(self) -> float:
        """How much there is to say."""
        return sum(self.weights)


@dataclass(frozen=True, slots=True)
class KeyPoint:
    """A claim that the answer must make, in any of its wordings; `subject` is the side of the contrast it is about."""

    text: str
    wordings: tuple[Wording, ...]
    subject: int = NOBODY
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """A long card prepared for grading."""

    points: tuple[KeyPoint, ...]
    listed: bool
    subjects: tuple[Subject, ...]
    words: Words
    keep: frozenset[str]
    question: frozenset[str]
    """Stems of the question's words."""
    asks_which: bool
    aside: tuple[Idea, ...] = ()
    """Ideas of the brackets: they help a point along and are never missed."""
    near: tuple[Wording, ...] = field(default=())
    numbers: frozenset[str] = frozenset()
    """The numbers that the answer gives."""

    @property
    def nouns(self) -> frozenset[str]:
        """The names of all nouns that stand beside a side somewhere in the points."""
        beside = [i.nouns for p in self.points for w in p.wordings for i in w.ideas]
        return frozenset().union(*(noun for nouns in beside for noun in nouns))


def make_outline(card: Card, known: Expansions) -> Outline:
    """The card as `long` grades it."""
    told = " . ".join([card.answer, *card.also, *(w for p in card.points for w in p.wordings)])
    who = subjects(card.question, told)
    asked = card_tokens(card.question)
    upper = re.findall(r"\b[A-Z][A-Z]+\b", card.question + " " + told)
    keep = frozenset(u.casefold() for u in upper) | {w for s in who for w in s.words}
    words = _words(card, told, known)
    question = frozenset(stem(t.text) for t in asked if not t.is_mark)
    make = _Maker(words, keep, question, who)
    points = make.listed(card) if card.points else make.induced(card)
    brackets = " . ".join(_BRACKET.findall(card.answer))
    return Outline(
        tuple(points),
        bool(card.points),
        who,
        words,
        keep,
        question,
        _asks_which({t.text for t in asked}),
        tuple(ideas(card_tokens(brackets), words, keep=keep)),
        tuple(make.wording(n.text) for n in card.near_misses),
        frozenset(i.own for i in ideas(card_tokens(told), words, keep=keep) if i.number),
    )


def _asks_which(asked: set[str]) -> bool:
    """A which, when or who question: the bare term answers it."""
    return any(lexicon.is_in(w, "asks_which") for w in asked) and not any(
        lexicon.is_in(w, "asks_open") for w in asked
    )


def _words(card: Card, told: str, known: Expansions) -> Words:
    """The card's own words, and the expansions of the acronyms it uses."""
    tokens = [t for t in card_tokens(told + " . " + card.question) if t.is_word]
    listed = tuple(dict.fromkeys(t.text for t in tokens if not lexicon.is_stop(t.text, t.native)))
    expansions: dict[tuple[str, ...], str] = {}
    common = lexicon.common_acronyms()
    for word in listed:
        for expansion in known.get(word, ()) or common.get(word, ()):
            expansions[expansion] = word
    return Words(listed, expansions)


@dataclass(frozen=True, slots=True)
class _Maker:
    words: Words
    keep: frozenset[str]
    question: frozenset[str]
    who: tuple[Subject, ...]

    def wording(self, text: str, *, bare: bool = True) -> Wording:
        """The ideas of a text with their weights; the names of the subjects are roles, not claims."""
        text = _BRACKET.sub(" ", text) if bare and _BRACKET.sub("", text).strip() else text
        tokens = card_tokens(text)
        found = [
            i
            for i in ideas(tokens, self.words, keep=self.keep)
            if not (self.who and i.end - i.at == 1 and mentioned(tokens[i.at], self.who) != NOBODY)
        ]
        names = frozenset(stem(w) for s in self.who for w in s.words)
        found = [replace(i, nouns=tuple(n for n in i.nouns if not n & names)) for i in found]
        unique = {(i.own or i.word, i.sign): i for i in found}
        kept = tuple(sorted(unique.values(), key=lambda i: i.at))
        return Wording(kept, tuple(self._weight(i) for i in kept))

    def _weight(self, idea: Idea) -> float:
        if idea.number:
            return NUMBER_WEIGHT if idea.own not in {f"#{q}" for q in self.question} else QUESTION_WEIGHT
        axis = any(name[0] == "a" for name, _ in idea.senses)
        if idea.own and idea.own in self.question and idea.sign > 0 and not axis:
            return QUESTION_WEIGHT
        if lexicon.is_in(idea.word, "general"):
            return GENERAL_WEIGHT
        return 1.0

    def listed(self, card: Card) -> list[KeyPoint]:
        """The instructor's points."""
        points: list[KeyPoint] = []
        for point in card.points:
            wordings = tuple(w for text in point.wordings if (w := self.wording(text, bare=False)).ideas)
            if wordings:
                points.append(
                    KeyPoint(point.wordings[0], wordings, self.subject(point.wordings), point.bonus)
                )
        return points

    def subject(self, texts: Sequence[str]) -> int:
        """The one subject that the wordings name first, or NOBODY."""
        for text in texts:
            named = [k for t in card_tokens(text) if (k := mentioned(t, self.who)) != NOBODY]
            if named:
                return named[0]
        return NOBODY

    def induced(self, card: Card) -> list[KeyPoint]:
        """The claims of the model answer; a claim without a subject goes on about the last one."""
        text = _BRACKET.sub(" ", card.answer)
        points: list[KeyPoint] = []
        current = NOBODY
        for claim in _claims(text):
            owners = [k for k in segments(card_tokens(claim), self.who) if k != NOBODY]
            if owners and len(set(owners)) > 1:
                points += self._halves(claim)
                current = owners[-1]
                continue
            current = owners[0] if owners else current
            wording = self.wording(claim)
            if _ELABORATION.match(claim) and points:
                wording = Wording(wording.ideas, tuple(w * ELABORATION_WEIGHT for w in wording.weights))
            if wording.weight >= 0.4:
                points.append(KeyPoint(claim, (wording,), current))
        return points or [KeyPoint(card.answer, (self.wording(card.answer, bare=False),))]

    def _halves(self, claim: str) -> list[KeyPoint]:
        """A claim about several subjects, cut where each begins."""
        tokens = card_tokens(claim)
        owners = segments(tokens, self.who)
        points = []
        for subject in dict.fromkeys(owners):
            part = " ".join(t.text for t, k in zip(tokens, owners, strict=True) if k == subject)
            wording = self.wording(part)
            if wording.weight >= 0.5:
                points.append(KeyPoint(part, (wording,), subject))
        return points


def _claims(text: str) -> list[str]:
    """The clauses of an answer; one of a single word stays with the one before."""
    claims: list[str] = []
    for part in _CLAIM_BORDER.split(text):
        part = (part or "").strip(" ,;.:-–—\n")
        if not part:
            continue
        content = [t for t in card_tokens(part) if not t.is_mark and not lexicon.is_stop(t.text, t.native)]
        if claims and len(content) < 2:
            claims[-1] += ", " + part
        else:
            claims.append(part)
    return claims
