"""Which cards a session asks, and in which order."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

from bot.core.scheduling.log import TurnKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

OTHERS_BEFORE_DRILL = 3
"""So many other cards come between two showings of a card on the same day, while there are any."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A card that may be asked. `due` is None for a new one, `interval` is in days, `position` is that in its deck.

    Cards with the same `answer_key` give each other away.
    """

    card: int
    due: date | None
    interval: int
    deck: int
    position: int
    answer_key: str


@dataclass(frozen=True, slots=True)
class Drill:
    """A card to be repeated today, and how many turns of other cards were answered since it was last answered."""

    card: int
    others_since: int


def plan(waiting: Sequence[Waiting], today: date, *, new_allowed: int) -> tuple[int, ...]:
    """The cards to ask on this study day, in order: due reviews, then up to `new_allowed` new cards in deck order.

    Reviews are ordered by days overdue relative to the interval, as Anki does, the longest overdue first. Cards
    that are not due are left out, a card listed twice is asked once. Cards with the same answer are kept apart
    wherever some order of the reviews followed by some order of the new cards allows it, moving as little as can be.
    """
    due = [card for card in waiting if card.due is not None and card.due <= today]
    reviews = _once(sorted(due, key=lambda card: _most_overdue_first(card, today)))
    unseen = sorted((card for card in waiting if card.due is None), key=_deck_order)
    new = _once(unseen)[: max(new_allowed, 0)]
    reviews = _apart(reviews, before=None, after=_forced_head(new))
    new = _apart(new, before=reviews[-1].answer_key if reviews else None, after=None)
    return tuple(card.card for card in (*reviews, *new))


def next_card(
    planned: Sequence[int], drills: Sequence[Drill], last: int | None
) -> tuple[int, TurnKind] | None:
    """The card to ask now and why, or None when the session is done.

    A drill that has waited for three other cards goes first, the longest waiting of them; then what is planned;
    at the session's end the other drills, `last` (the card just answered) only when it is the only one left.
    """
    longest_first = sorted(drills, key=lambda drill: -drill.others_since)
    if longest_first and longest_first[0].others_since >= OTHERS_BEFORE_DRILL:
        return longest_first[0].card, TurnKind.DRILL
    if planned:
        return planned[0], TurnKind.REVIEW
    left = [drill.card for drill in longest_first if drill.card != last] or [d.card for d in longest_first]
    return (left[0], TurnKind.DRILL) if left else None


def _most_overdue_first(waiting: Waiting, today: date) -> tuple[float, int, int]:
    overdue = (today - waiting.due).days if waiting.due is not None else 0
    # Equals are mixed by the day as well, so that cards learnt together don't come in the same order for ever.
    shuffle = crc32(f"{today}/{waiting.card}".encode())
    return -overdue / max(waiting.interval, 1), shuffle, waiting.card


def _deck_order(waiting: Waiting) -> tuple[int, int, int]:
    return waiting.deck, waiting.position, waiting.card


def _once(waiting: Iterable[Waiting]) -> list[Waiting]:
    first: dict[int, Waiting] = {}
    for card in waiting:
        first.setdefault(card.card, card)
    return list(first.values())


def _forced_head(cards: Sequence[Waiting]) -> str | None:
    """The answer that must come first for its cards to stay apart: one that more than half of the cards share."""
    shares = Counter(card.answer_key for card in cards)
    return next((key for key, share in shares.items() if share > len(cards) // 2), None)


def _apart(cards: Sequence[Waiting], *, before: str | None, after: str | None) -> list[Waiting]:
    """The cards with equal answers kept apart, and away from the answers that stand just before and after them."""
    turns: dict[str, deque[Waiting]] = defaultdict(deque)
    for card in cards:
        turns[card.answer_key].append(card)
    return [turns[key].popleft() for key in _keys_apart([card.answer_key for card in cards], before, after)]


def _keys_apart(keys: list[str], before: str | None, after: str | None) -> list[str]:
    """The keys in their order as far as equal ones stay apart.

    Greedy from the front: always the first key that differs from the last one. What is left in the end is all of
    one key; it goes into the latest gaps between two others, and behind everything only where no gap is left.
    """
    left = list(keys)
    line = [before]
    while (at := next((i for i, key in enumerate(left) if key != line[-1]), None)) is not None:
        line.append(left.pop(at))
    if after is not None and len(line) > 1 and line[-1] == after:
        line.pop()
        left.append(after)
    line.append(after)
    for gap in reversed(range(len(line) - 1)):
        if left and left[0] not in line[gap : gap + 2]:
            line.insert(gap + 1, left.pop())
    return [key for key in line[1:-1] if key is not None] + left
