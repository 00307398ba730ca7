"""Decides which card of a deck's new version is which stored card, so that a learner's progress follows its card.

In this order: the instructor's decisions, equal `Id:`, equal question, then one-to-one similarity. Nothing is taken for
another card in silence when question and answer both changed, or when two candidates are near: that is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.core.deckfile.keys import answer_key, question_key
from bot.core.deckfile.likeness import Candidate, candidates_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from bot.core.card import Card

MOST_CANDIDATES = 3
"""Stored cards offered with one question to the instructor."""
MOST_ROUNDS = 10
"""How often pairs that became clear may make others clear; what is still unclear then is asked."""


@dataclass(frozen=True, slots=True)
class StoredCard:
    """A card the database knows by `uid`; a retired one stands in no current version but keeps its progress."""

    uid: int
    card: Card
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """A stored card whose content changed; neither flag is set when only other fields or punctuation did."""

    uid: int
    index: int
    question_changed: bool
    answer_changed: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A new card that may be one of the stored ones (uids, the likeliest first): the instructor decides."""

    index: int
    candidates: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Matching:
    """What a new version does to the stored cards.

    Every index of the new version is in exactly one of `same`, `edited`, `ask` and `fresh`. Every stored card that is
    not retired is in `same`, `edited` or `retired`, or stands as a candidate in `ask` and waits for the decision.
    `revived` repeats the uids of retired cards that come back in `same` or `edited`.
    """

    same: tuple[tuple[int, int], ...] = ()
    edited: tuple[Edit, ...] = ()
    ask: tuple[Question, ...] = ()
    fresh: tuple[int, ...] = ()
    retired: tuple[int, ...] = ()
    revived: tuple[int, ...] = ()


@dataclass(slots=True)
class _Pairing:
    """The pairs found so far and what is left over on both sides."""

    stored: dict[int, StoredCard]
    new: dict[int, Card]
    pairs: list[tuple[StoredCard, int]] = field(default_factory=list)

    def pair(self, uid: int, index: int) -> None:
        self.pairs.append((self.stored.pop(uid), index))
        del self.new[index]


def match_cards(
    stored: Sequence[StoredCard],
    new: Sequence[Card],
    same: Mapping[int, int] = MappingProxyType({}),
    new_cards: Collection[int] = (),
) -> Matching:
    """Match a deck's stored cards to those of its new version.

    `same` (index to uid) and `new_cards` (indexes) are the instructor's decisions; one that fits no card any more is
    left out, so that its card is asked about again.
    """
    rest = _Pairing({card.uid: card for card in stored}, dict(enumerate(new)))
    for index, uid in same.items():
        if index in rest.new and uid in rest.stored:
            rest.pair(uid, index)
    decided_new = {index: rest.new.pop(index) for index in sorted(new_cards) if index in rest.new}
    _pair_equal(rest, lambda card: card.id)
    _pair_equal(rest, lambda card: card.question, _may_be_one)
    key = cache(question_key)
    _pair_equal(rest, lambda card: key(card.question), _may_be_one)
    ask = _pair_similar(rest, key)
    return Matching(
        *_same_and_edited(rest, new, key),
        ask=ask,
        fresh=tuple(sorted({*rest.new, *decided_new})),
        retired=_retired(rest, ask),
        revived=tuple(sorted(known.uid for known, _ in rest.pairs if known.retired)),
    )


def _may_be_one(stored: Card, new: Card) -> bool:
    """Two different ids say that the author means two cards, whatever their words."""
    return not stored.id or not new.id or stored.id == new.id


def _pair_equal(
    rest: _Pairing,
    key: Callable[[Card], str],
    allowed: Callable[[Card, Card], bool] = lambda _stored, _new: True,
) -> None:
    """Pair what has the same key; of several stored cards a current one, then one of equal answer, then the latest."""
    by_key: dict[str, list[StoredCard]] = {}
    for known in rest.stored.values():
        by_key.setdefault(key(known.card), []).append(known)
    for index, card in list(rest.new.items()):
        wanted = key(card)
        if not wanted:
            continue
        fitting = [known for known in by_key.get(wanted, ()) if allowed(known.card, card)]
        if fitting:
            answer = answer_key(card.answer)
            best = max(fitting, key=lambda k: (not k.retired, answer_key(k.card.answer) == answer, k.uid))
            by_key[wanted].remove(best)
            rest.pair(best.uid, index)


def _pair_similar(rest: _Pairing, question_key: Callable[[str], str]) -> tuple[Question, ...]:
    """Pair edits that are beyond doubt; what is left and near becomes a question."""
    found = candidates_of({uid: known.card for uid, known in rest.stored.items()}, rest.new, question_key)
    retired = {uid for uid, known in rest.stored.items() if known.retired}
    for _ in range(MOST_ROUNDS):
        sure = _sure_pairs(found, retired)
        if not sure:
            break
        for candidate in sure:
            rest.pair(candidate.uid, candidate.index)
        found = [c for c in found if c.uid in rest.stored and c.index in rest.new]
    asked: dict[int, list[Candidate]] = {}
    for candidate in found:
        if candidate.answer_kept or candidate.uid not in retired:
            asked.setdefault(candidate.index, []).append(candidate)
    questions: list[Question] = []
    for index, candidates in sorted(asked.items()):
        best = sorted(candidates, key=lambda c: (-c.score, c.uid))[:MOST_CANDIDATES]
        questions.append(Question(index, tuple(candidate.uid for candidate in best)))
        del rest.new[index]
    return tuple(questions)


def _sure_pairs(found: list[Candidate], retired: Collection[int]) -> list[Candidate]:
    """The candidates that are sure and clearly ahead of every other candidate of both their cards."""
    by_uid = _best_two(found, lambda candidate: candidate.uid)
    by_index = _best_two(found, lambda candidate: candidate.index)
    return [
        candidate
        for candidate in found
        if candidate.sure
        and candidate.uid not in retired
        and candidate.leads(by_uid[candidate.uid])
        and candidate.leads(by_index[candidate.index])
    ]


def _best_two(
    found: Iterable[Candidate], side: Callable[[Candidate], int]
) -> dict[int, tuple[Candidate, ...]]:
    best: dict[int, tuple[Candidate, ...]] = {}
    for candidate in found:
        kept = sorted((*best.get(side(candidate), ()), candidate), key=lambda c: -c.score)
        best[side(candidate)] = tuple(kept[:2])
    return best


def _same_and_edited(
    rest: _Pairing, new: Sequence[Card], question_key: Callable[[str], str]
) -> tuple[tuple[tuple[int, int], ...], tuple[Edit, ...]]:
    same: list[tuple[int, int]] = []
    edited: list[Edit] = []
    for known, index in sorted(rest.pairs, key=lambda pair: pair[1]):
        old, card = known.card, new[index]
        if old == card:
            same.append((known.uid, index))
            continue
        question_changed = old.question != card.question and question_key(old.question) != question_key(
            card.question
        )
        answer_changed = answer_key(old.answer) != answer_key(card.answer)
        edited.append(Edit(known.uid, index, question_changed, answer_changed))
    return tuple(same), tuple(edited)


def _retired(rest: _Pairing, ask: tuple[Question, ...]) -> tuple[int, ...]:
    """Current cards that the new version has no more; one that waits for a decision is not among them yet."""
    waiting = {uid for question in ask for uid in question.candidates}
    return tuple(uid for uid, known in rest.stored.items() if not known.retired and uid not in waiting)
