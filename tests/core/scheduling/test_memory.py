"""One answer's effect on a memory, against SM-2's rules and its anchors."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.scheduling import CAP, Memory, drill, review

SHARED = Path(__file__).resolve().parents[4] / "shared" / "scheduling"
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(),
    reason="LOUD: ../shared is not here: SM-2 is not checked against its 330 anchor answers",
)
DAY = date(2026, 3, 1)

qualities = st.integers(0, 5)


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (SHARED / name).read_text(encoding="utf-8").splitlines()]


def passed(*given: int) -> list[Memory]:
    """The memories after answers of these qualities, each given on the day it is due."""
    memories = [Memory()]
    for quality in given:
        memories.append(review(memories[-1], quality, memories[-1].due or DAY, cap=None))
    return memories[1:]


@pytest.mark.parametrize(
    ("given_qualities", "intervals", "eases"),
    [
        ([4, 4, 4, 4], [1, 6, 15, 38], [250, 250, 250, 250]),
        ([5, 5, 5, 5, 5], [1, 6, 17, 50, 150], [260, 270, 280, 290, 300]),
        ([3, 3, 3, 3], [1, 6, 13, 26], [236, 222, 208, 194]),
        ([4, 4, 3], [1, 6, 15], [250, 250, 236]),
        ([4, 4, 5], [1, 6, 16], [250, 250, 260]),
        ([0], [1], [250]),
        ([5, 5, 1, 4, 4, 4], [1, 6, 1, 1, 6, 17], [260, 270, 270, 270, 270, 270]),
        ([2, 4, 4, 4], [1, 1, 6, 15], [250, 250, 250, 250]),
        ([3] * 9, [1, 6, 13, 26, 47, 79, 121, 167, 218], [236, 222, 208, 194, 180, 166, 152, 138, 130]),
    ],
)
def test_grades_in_intervals_out(given_qualities: list[int], intervals: list[int], eases: list[int]) -> None:
    """Answers on the day they are due give SM-2's intervals and eases, the new ease used and fractions rounded up."""
    memories = passed(*given_qualities)
    assert [memory.interval for memory in memories] == intervals
    assert [memory.ease_x100 for memory in memories] == eases


@pytest.mark.parametrize(
    ("given_qualities", "repetitions", "lapses"),
    [
        ([4, 4, 4], [1, 2, 3], [0, 0, 0]),
        ([4, 2, 1, 4, 0], [1, 0, 0, 1, 0], [0, 1, 1, 1, 2]),
        ([0, 0, 3], [0, 0, 1], [0, 0, 0]),
    ],
)
def test_only_a_fail_after_a_pass_is_a_lapse(
    given_qualities: list[int], repetitions: list[int], lapses: list[int]
) -> None:
    """A card that was never remembered can't be forgotten: its fails are no lapses."""
    memories = passed(*given_qualities)
    assert [memory.repetitions for memory in memories] == repetitions
    assert [memory.lapses for memory in memories] == lapses


@pytest.mark.parametrize("quality", range(6))
def test_an_answer_below_four_is_drilled_that_day(quality: int) -> None:
    """A scheduled answer below 4 sets the drill to its own study day, a better one clears an older day's."""
    yesterday = Memory(interval=1, due=DAY, drill_day=DAY - timedelta(days=1))
    assert review(yesterday, quality, DAY).drill_day == (DAY if quality < 4 else None)


@pytest.mark.parametrize("quality", range(6))
def test_a_drill_changes_only_the_drill_day(quality: int) -> None:
    """A drill of 4 or 5 ends the day's drilling; ease, interval, due, repetitions and lapses stay whatever it scores."""
    before = Memory(236, 15, 3, DAY + timedelta(days=15), DAY, 2)
    after = Memory(236, 15, 3, DAY + timedelta(days=15), None if quality >= 4 else DAY, 2)
    assert drill(before, quality) == after


@pytest.mark.parametrize("days_late", [0, 1, 90])
def test_a_late_answer_counts_as_on_time_from_its_own_day(days_late: int) -> None:
    """Lateness earns nothing and costs nothing: the interval is the planned one, counted from the answer."""
    answered = DAY + timedelta(days=days_late)
    after = review(Memory(250, 6, 2, DAY), 4, answered)
    assert (after.interval, after.due) == (15, answered + timedelta(days=15))


@pytest.mark.parametrize(
    ("reviewed", "interval", "due"),
    [
        (date(2028, 2, 28), 1, date(2028, 2, 29)),
        (date(2028, 2, 29), 1, date(2028, 3, 1)),
        (date(2028, 2, 28), 365, date(2029, 2, 27)),
        (date(2028, 2, 29), 365, date(2029, 2, 28)),
    ],
)
def test_a_leap_day_is_a_day(reviewed: date, interval: int, due: date) -> None:
    """Reviews on 28 and 29 February 2028 are due on the study day so many days later (N9)."""
    repetitions = 0 if interval == 1 else 5
    after = review(Memory(300, interval, repetitions, reviewed), 4, reviewed)
    assert (after.interval, after.due) == (interval, due)


def test_an_interval_ends_at_the_cap() -> None:
    """No card stays away longer than a year, or than the cap given; without one, the interval grows on."""
    long = Memory(300, 200, 6, DAY)
    assert review(long, 4, DAY).interval == CAP == 365
    assert review(long, 4, DAY, cap=30).due == DAY + timedelta(days=30)
    assert review(long, 4, DAY, cap=None).interval == 600


def test_without_a_cap_the_calendar_ends_but_nothing_breaks() -> None:
    """However often a card is passed without a cap, its due date stays a date."""
    memories = passed(*[5] * 60)
    assert memories[-1].due == date.max
    assert memories[-1].interval > date.max.toordinal()


@pytest.mark.parametrize("quality", [-1, 6, 50])
def test_a_quality_beyond_the_scale_is_refused(quality: int) -> None:
    """Only 0 to 5 are qualities, for a review and for a drill."""
    with pytest.raises(ValueError, match="quality"):
        review(Memory(), quality, DAY)
    with pytest.raises(ValueError, match="quality"):
        drill(Memory(), quality)


@given(st.lists(st.tuples(qualities, st.integers(0, 500))))
def test_a_memory_stays_within_its_bounds(history: list[tuple[int, int]]) -> None:
    """After any answers on any days: ease from 1.30, interval 1 to the cap, due that far away, lapses never fewer."""
    memory, day = Memory(), DAY
    for quality, days in history:
        day += timedelta(days=days)
        before, memory = memory, review(memory, quality, day)
        assert memory.ease_x100 >= 130
        assert 1 <= memory.interval <= CAP
        assert memory.due == day + timedelta(days=memory.interval)
        assert memory.repetitions == (before.repetitions + 1 if quality >= 3 else 0)
        assert memory.lapses - before.lapses == (quality < 3 and before.repetitions > 0)


@needs_shared
def test_every_anchor_answer() -> None:
    """All 330 answers of the SM-2 vectors give the expected state, to the hundredth of ease and the day."""
    checked = 0
    for sequence in lines("sm2_vectors.jsonl"):
        start = sequence["start"]
        memory = Memory(start["ease_x100"], start["interval_days"], start["repetitions"])
        for quality, kind, offset, expected in zip(
            sequence["grades"], sequence["kinds"], sequence["answered_day"], sequence["expected"], strict=True
        ):
            day = DAY + timedelta(days=offset)
            memory = review(memory, quality, day, cap=None) if kind == "review" else drill(memory, quality)
            assert memory.due is not None
            assert {
                "interval_days": memory.interval,
                "ease_x100": memory.ease_x100,
                "repetitions": memory.repetitions,
                "repeat_today": memory.drill_day == day,
                "due_day": (memory.due - DAY).days,
            } == {key: value for key, value in expected.items() if key != "ease"}, (sequence["id"], checked)
            checked += 1
    assert checked == 330


@needs_shared
def test_the_variant_is_the_thesis() -> None:
    """Of the ten published rule sets it is the thesis's text that is followed, and none of the others."""
    sequences = lines("sm2_variants.jsonl")
    ours = [
        [
            [memory.interval, memory.ease_x100 / 100, memory.repetitions]
            for memory in passed(*sequence["grades"])
        ]
        for sequence in sequences
    ]
    variants = [name for name in sequences[0] if name not in ("id", "grades")]
    assert [name for name in variants if ours == [sequence[name] for sequence in sequences]] == ["text"]
