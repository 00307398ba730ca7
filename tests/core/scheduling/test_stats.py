"""The learner's figures."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.core.scheduling import retention, streak

TODAY = date(2026, 3, 10)


def ago(*days: int) -> list[date]:
    return [TODAY - timedelta(days=n) for n in days]


@pytest.mark.parametrize(
    ("days_ago", "length"),
    [
        ([], 0),
        ([0], 1),
        ([1], 1),
        ([2], 0),
        ([0, 1, 2], 3),
        ([1, 2, 3], 3),
        ([0, 2, 3], 1),
        ([1, 3, 4, 5], 1),
        ([0, 0, 1, 1], 2),
        ([2, 1, 0, 40], 3),
        ([-1, 0, 1], 3),
        ([*range(400)], 400),
    ],
)
def test_a_streak_ends_today_or_yesterday(days_ago: list[int], length: int) -> None:
    """Days in a row count until a day is missed; today isn't missed before it is over, a move west loses nothing."""
    assert streak(ago(*days_ago), TODAY) == length


@pytest.mark.parametrize(
    ("answers", "share"),
    [
        ([], None),
        ([(0, 5, True), (3, 1, True)], None),
        ([(0, 3, False)], 1.0),
        ([(0, 2, False)], 0.0),
        ([(0, 5, False), (1, 4, False), (2, 3, False), (3, 1, False)], 0.75),
        ([(0, 5, False), (5, 0, True), (6, 0, False)], 0.5),
        ([(29, 4, False), (30, 0, False), (400, 0, False)], 1.0),
        ([(30, 4, False)], None),
    ],
)
def test_retention_is_what_was_remembered_of_thirty_days(
    answers: list[tuple[int, int, bool]], share: float | None
) -> None:
    """The share of 3 and better among the last thirty study days' answers that weren't a card's first."""
    assert retention([(ago(n)[0], quality, first) for n, quality, first in answers], TODAY) == share


def test_retention_over_another_span() -> None:
    """The span of days can be chosen."""
    answers = [(ago(0)[0], 5, False), (ago(7)[0], 0, False)]
    assert retention(answers, TODAY, days=7) == 1.0
    assert retention(answers, TODAY, days=8) == 0.5
