"""What an author said about cards that can't be told apart by their texts, checked against the file and the deck."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.deckfile import Problem

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.core.deckfile import PlacedCard


@dataclass(frozen=True, slots=True)
class Decisions:
    """By the index of the card among those that are published: the uid it keeps, or that it is new."""

    same: Mapping[int, int]
    new: frozenset[int]


def decide(
    cards: Sequence[PlacedCard], known: Collection[int], same: Mapping[int, int], new: Collection[int]
) -> Decisions | tuple[Problem, ...]:
    """Turn decisions by line (`same` to a uid, `new`) into decisions by index; or all that is wrong with them."""
    index = {placed.line: number for number, placed in enumerate(cards)}
    often = Counter(same.values())
    problems = [
        Problem(line, "no card with an answer begins in this line", "give the line of its question")
        for line in sorted({*same, *new} - set(index))
    ]
    problems += [
        Problem(line, "this card is called both an old one and a new one", "decide for one of the two")
        for line in sorted(set(same) & set(new))
    ]
    for line, uid in same.items():
        if uid not in known:
            problems.append(
                Problem(line, f"this deck has no card {uid}", "give one of the cards it is asked about")
            )
        elif often[uid] > 1:
            problems.append(
                Problem(line, f"card {uid} is given to more than one question", "decide for one of them")
            )
    if problems:
        return tuple(problems)
    return Decisions({index[line]: uid for line, uid in same.items()}, frozenset(index[line] for line in new))
