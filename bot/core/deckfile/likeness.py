"""Decides how like two cards are, and whether that makes them one card for sure, perhaps, or not at all."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from bot.core.deckfile.keys import answer_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bot.core.card import Card

SURE_LIKENESS = 80
"""Likeness of the questions (0 to 100) from which an unchanged answer makes them one card."""
NEAR_LIKENESS = 55
"""Likeness of the questions from which the instructor is asked, if they also share half their words of substance."""
NEAR_WITHOUT_WORDS = 75
"""The same where they do not, as when each word was mistyped."""
NEAR_WITH_ANSWER = 45
"""The same where the answer is unchanged, or one answer is part of the other, as when a card is split in two."""
CLEAR_LEAD = 8
"""Points by which a sure pair must be ahead of its rivals."""
MOST_FOR_CHANGED_ANSWER = 80
"""Likeness that two different answers count for at most, so that `answer 14` is well behind where `answer 15` stands."""
EVERY_PAIR_UP_TO = 200_000
"""Pairs up to which all are compared; beyond, only those that share a rare word or the answer."""
SHARING_TRIED = 16
"""Stored cards then tried for one new card."""

_PART_LENGTH = 12
_LONGEST_COMPARED = 1_000
_ASKING = """
a an and are as at be by can define describe do does explain for from give how i in into is it its list me mean
meaning name of on one or should tell that the their them this to used was what when where which who whose why will
with would write you your
aur batao bataao ek hai hain hi ho hota hote hoti isko iska iski ise ka kaa kii kahte kahaan kab kaise kaisa kaun
kaunsa kaunse kaunsi ke kehlaata kehlata kehlaati kehlati kehte ki kis kise kisi kiska kiske kiski ko koi kya kyaa
kyon kyun likho kee saa kahlaata hotaa bataao mein men naam par se us uska wala wale wali ya ye yeh
"""
_ASKING_WORDS = frozenset(_ASKING.split())
"""Words that questions share whatever they ask for."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stored and a new card that may be one, how like they are (0 to 100), and whether that leaves no doubt."""

    uid: int
    index: int
    score: float
    sure: bool
    answer_kept: bool

    def leads(self, best: tuple[Candidate, ...]) -> bool:
        """Whether this one is the best, clearly ahead of the second."""
        return best[0] == self and (len(best) < 2 or self.score - best[1].score >= CLEAR_LEAD)


@dataclass(frozen=True, slots=True)
class _Words:
    """A card as it is compared."""

    question: str
    in_order: str
    substance: frozenset[str]
    numbers: tuple[str, ...]
    answer: str
    id: str

    @classmethod
    def of(cls, card: Card, key: Callable[[str], str]) -> _Words:
        question = key(card.question)[:_LONGEST_COMPARED]
        words = sorted(question.split())
        return cls(
            question=question,
            in_order=" ".join(words),
            substance=frozenset(words) - _ASKING_WORDS,
            numbers=tuple(sorted(_NUMBER.findall(question))),
            answer=answer_key(card.answer)[:_LONGEST_COMPARED],
            id=card.id,
        )

    def features(self) -> set[str]:
        """What two versions of one card are likely to share: its words, and its answer as a whole."""
        return {*self.substance, f"= {self.answer}"}

    def shares_substance(self, other: _Words) -> bool:
        """Whether the question with fewer words of substance has at least half of them in the other."""
        fewer = min(len(self.substance), len(other.substance))
        return fewer > 0 and 2 * len(self.substance & other.substance) >= fewer

    def likeness(self, other: _Words) -> float:
        """How like the two questions are (0 to 100), in the order of their words or out of it."""
        return max(fuzz.ratio(self.question, other.question), fuzz.ratio(self.in_order, other.in_order))


def candidates_of(
    stored: Mapping[int, Card], new: Mapping[int, Card], key: Callable[[str], str]
) -> list[Candidate]:
    """The pairs of a stored card (by uid) and a new one (by index) that may be one card; `key` normalises questions."""
    old_words = {uid: _Words.of(card, key) for uid, card in stored.items()}
    new_words = {index: _Words.of(card, key) for index, card in new.items()}
    old_answers = Counter(words.answer for words in old_words.values())
    new_answers = Counter(words.answer for words in new_words.values())
    found: list[Candidate] = []
    for uid, index in _pairs_to_compare(old_words, new_words):
        old, card = old_words[uid], new_words[index]
        only = old.answer == card.answer != "" and old_answers[old.answer] == new_answers[card.answer] == 1
        candidate = _compare(uid, index, old, card, only_ones=only)
        if candidate is not None:
            found.append(candidate)
    return found


def _compare(uid: int, index: int, old: _Words, new: _Words, *, only_ones: bool) -> Candidate | None:
    """The candidate that a pair makes, or None; `only_ones` says that no other card left over has their answer."""
    likeness = old.likeness(new)
    if old.answer == new.answer:
        ids_agree = old.id == new.id or not (old.id and new.id)
        sure = likeness >= SURE_LIKENESS and old.numbers == new.numbers and ids_agree
        near = sure or only_ones or likeness >= (NEAR_WITH_ANSWER if new.answer else NEAR_LIKENESS)
        return Candidate(uid, index, 0.6 * likeness + 40.0, sure, answer_kept=True) if near else None
    near = (
        likeness >= NEAR_WITHOUT_WORDS
        or (likeness >= NEAR_LIKENESS and old.shares_substance(new))
        or (likeness >= NEAR_WITH_ANSWER and _is_part(old.answer, new.answer))
    )
    if not near:
        return None
    score = 0.6 * likeness + 0.4 * min(fuzz.ratio(old.answer, new.answer), MOST_FOR_CHANGED_ANSWER)
    return Candidate(uid, index, score, sure=False, answer_kept=False)


def _is_part(one: str, other: str) -> bool:
    """Whether the shorter answer stands, nearly word for word, in the longer."""
    shorter = min(len(one), len(other))
    return shorter >= _PART_LENGTH and fuzz.partial_ratio(one, other, score_cutoff=85) > 0


def _pairs_to_compare(old: Mapping[int, _Words], new: Mapping[int, _Words]) -> Iterator[tuple[int, int]]:
    if len(old) * len(new) <= EVERY_PAIR_UP_TO:
        yield from ((uid, index) for index in new for uid in old)
        return
    having: dict[str, list[int]] = {}
    for uid, words in old.items():
        for feature in words.features():
            having.setdefault(feature, []).append(uid)
    for index, words in new.items():
        rarest_first = sorted((len(having[f]), f) for f in words.features() if f in having)
        tried: set[int] = set()
        for _, feature in rarest_first:
            tried.update(having[feature][: SHARING_TRIED - len(tried)])
            if len(tried) >= SHARING_TRIED:
                break
        yield from ((uid, index) for uid in sorted(tried))
