"""Which cards are asked, and in which order."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.scheduling import Drill, TurnKind, Waiting, next_card, plan

TODAY = date(2026, 3, 10)
DRILL, REVIEW = TurnKind.DRILL, TurnKind.REVIEW


def due(card: int, days_ago: int, interval: int, answer: str | None = None) -> Waiting:
    return Waiting(card, TODAY - timedelta(days=days_ago), interval, 1, card, answer or f"answer {card}")


def new(card: int, position: int, deck: int = 1, answer: str | None = None) -> Waiting:
    return Waiting(card, None, 0, deck, position, answer or f"answer {card}")


some_waiting = st.lists(
    st.builds(
        Waiting,
        card=st.integers(1, 1000),
        due=st.none() | st.integers(-40, 3).map(lambda days: TODAY + timedelta(days=days)),
        interval=st.integers(0, 60),
        deck=st.integers(1, 3),
        position=st.integers(0, 30),
        answer_key=st.sampled_from(["prefill", "decode", "ttft", "kv cache"]),
    ),
    max_size=12,
    unique_by=lambda waiting: waiting.card,
)


@pytest.mark.parametrize(
    ("waiting", "order"),
    [
        ([due(1, 1, 30), due(2, 1, 1), due(3, 10, 100)], (2, 3, 1)),
        ([due(1, 0, 1), due(2, 7, 7), due(3, 20, 10)], (3, 2, 1)),
        ([new(1, 5), new(2, 4), due(3, 0, 1), due(4, 2, 1)], (4, 3, 2, 1)),
        ([new(1, 0, deck=2), new(2, 1, deck=1), new(3, 0, deck=1)], (3, 2, 1)),
        ([due(1, -1, 1), new(2, 0)], (2,)),
        ([], ()),
    ],
)
def test_most_overdue_first_then_new_in_deck_order(waiting: list[Waiting], order: tuple[int, ...]) -> None:
    """Overdue weighs against the interval; new cards follow as their deck has them; what isn't due isn't asked."""
    assert plan(waiting, TODAY, new_allowed=10) == order


@pytest.mark.parametrize(("allowed", "order"), [(0, (9,)), (2, (9, 3, 2)), (10, (9, 3, 2, 1)), (-1, (9,))])
def test_new_cards_up_to_the_days_limit(allowed: int, order: tuple[int, ...]) -> None:
    """No more new cards than allowed, the first ones of the deck; none at all when the day's share is used up."""
    assert plan([new(1, 2), new(2, 1), new(3, 0), due(9, 0, 1)], TODAY, new_allowed=allowed) == order


@pytest.mark.parametrize(
    ("waiting", "order"),
    [
        ([due(1, 9, 1, "a"), due(2, 8, 1, "a"), due(3, 7, 1), due(4, 6, 1)], (1, 3, 2, 4)),
        ([due(1, 9, 1), due(2, 8, 1, "a"), due(3, 7, 1, "a")], (2, 1, 3)),
        ([due(1, 9, 1), due(2, 8, 1), due(3, 7, 1), due(4, 6, 1, "a"), due(5, 5, 1, "a")], (1, 2, 4, 3, 5)),
        ([due(1, 9, 1, "a"), due(2, 8, 1, "a")], (1, 2)),
        ([due(1, 9, 1, "a"), new(2, 0, answer="a"), new(3, 1)], (1, 3, 2)),
        ([due(1, 9, 1), due(2, 8, 1, "a"), new(3, 0, answer="a")], (2, 1, 3)),
        ([new(1, 0, answer="a"), new(2, 1, answer="a"), new(3, 2)], (1, 3, 2)),
    ],
)
def test_cards_with_the_same_answer_are_kept_apart(waiting: list[Waiting], order: tuple[int, ...]) -> None:
    """One card's answer isn't given away by the card before, as little as possible is moved for it."""
    assert plan(waiting, TODAY, new_allowed=10) == order


@given(some_waiting, st.integers(0, 5))
def test_a_plan_asks_every_due_card_once(waiting: list[Waiting], allowed: int) -> None:
    """Each due card is in the plan exactly once, before all new ones, of which there are as many as allowed."""
    planned = plan(waiting, TODAY, new_allowed=allowed)
    assert len(set(planned)) == len(planned)
    reviews = {w.card for w in waiting if w.due is not None and w.due <= TODAY}
    unseen = {w.card for w in waiting if w.due is None}
    assert set(planned[: len(reviews)]) == reviews
    assert set(planned[len(reviews) :]) <= unseen
    assert len(planned) - len(reviews) == min(allowed, len(unseen))


@given(some_waiting.flatmap(lambda waiting: st.tuples(st.just(waiting), st.permutations(waiting))))
def test_a_plan_does_not_depend_on_how_cards_were_listed(both: tuple[list[Waiting], list[Waiting]]) -> None:
    """The same cards give the same order however the database returns them, a card returned twice included."""
    waiting, shuffled = both
    assert plan(shuffled + waiting[:3], TODAY, new_allowed=5) == plan(waiting, TODAY, new_allowed=5)


def test_equals_are_mixed_anew_each_day() -> None:
    """Cards equally overdue come neither in the order of their ids nor every day in the same one."""
    month = [TODAY + timedelta(days=n) for n in range(30)]
    cards = range(100, 112)
    orders = [
        plan([Waiting(card, day, 5, 1, card, str(card)) for card in cards], day, new_allowed=0)
        for day in month
    ]
    assert tuple(cards) not in orders
    assert len(set(orders)) > 5
    assert len({order[0] for order in orders}) > 3


def touching(answers: tuple[str, ...]) -> int:
    return sum(a == b for a, b in pairwise(answers))


@pytest.mark.parametrize("reviews", range(6))
@pytest.mark.parametrize("unseen", range(4))
def test_no_other_order_keeps_more_cards_apart(reviews: int, unseen: int) -> None:
    """Among all orders of some reviews followed by some new cards none has fewer equal answers side by side."""
    for answers in product("abc", repeat=reviews + unseen):
        if answers and answers[0] != "a":
            continue  # the same cases under other names
        cards = [due(n, 0, 1, a) for n, a in enumerate(answers[:reviews])]
        cards += [new(reviews + n, n, answer=a) for n, a in enumerate(answers[reviews:])]
        planned = tuple(answers[card] for card in plan(cards, TODAY, new_allowed=9))
        fewest = min(
            touching(head + tail)
            for head in set(permutations(answers[:reviews]))
            for tail in set(permutations(answers[reviews:]))
        )
        assert touching(planned) == fewest, answers


@given(st.lists(st.sampled_from("abcdef"), max_size=40))
def test_a_long_queue_stays_apart_unless_one_answer_has_the_majority(answers: list[str]) -> None:
    """Equal answers touch only when one of them is on more than half of the cards."""
    cards = [due(n, 0, 1, a) for n, a in enumerate(answers)]
    planned = tuple(answers[card] for card in plan(cards, TODAY, new_allowed=0))
    most = max(Counter(answers).values(), default=0)
    assert touching(planned) == max(0, most - (len(answers) - most) - 1)


@pytest.mark.parametrize(
    ("planned", "drills", "last", "asked"),
    [
        ([7, 8], [], None, (7, REVIEW)),
        ([7, 8], [Drill(1, 2)], 6, (7, REVIEW)),
        ([7, 8], [Drill(1, 3)], 6, (1, DRILL)),
        ([7, 8], [Drill(1, 3), Drill(2, 5), Drill(3, 0)], 3, (2, DRILL)),
        ([], [Drill(1, 0), Drill(2, 1)], 1, (2, DRILL)),
        ([], [Drill(1, 2), Drill(2, 1)], 1, (2, DRILL)),
        ([], [Drill(1, 0), Drill(2, 1), Drill(3, 2)], None, (3, DRILL)),
        ([], [Drill(1, 0)], 1, (1, DRILL)),
        ([], [], 1, None),
    ],
)
def test_what_is_asked_next(
    planned: list[int], drills: list[Drill], last: int | None, asked: tuple[int, TurnKind] | None
) -> None:
    """A drill after three others, longest waiting first; else the plan; at the end drills, not the last card again."""
    assert next_card(planned, drills, last) == asked


@given(st.integers(0, 12), st.sets(st.integers(0, 11)))
def test_a_session_asks_everything_and_ends(size: int, failed: set[int]) -> None:
    """Played through, each card is reviewed once, each failed one drilled once, after three others while there are any."""
    planned, drills, last, asked = list(range(size)), dict[int, int](), None, list[tuple[int, TurnKind]]()
    while found := next_card(planned, [Drill(card, n) for card, n in drills.items()], last):
        card, kind = found
        asked.append(found)
        others_left = bool(planned) or set(drills) - {card}
        if kind is DRILL:
            assert drills[card] >= 3 or not planned
            assert card != last or not others_left
            del drills[card]
        else:
            planned.remove(card)
        drills = {other: n + 1 for other, n in drills.items()}
        if kind is REVIEW and card in failed:
            drills[card] = 0
        last = card
    assert sorted(asked) == sorted(
        [(n, REVIEW) for n in range(size)] + [(n, DRILL) for n in failed if n < size]
    )
