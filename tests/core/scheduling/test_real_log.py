"""A real learner's seven months of answers, replayed."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.core.scheduling import (
    CAP,
    Event,
    EventType,
    Memory,
    TurnKind,
    drill,
    fold,
    retention,
    review,
    study_day,
)

SHARED = Path(__file__).resolve().parents[4] / "shared" / "scheduling"
pytestmark = pytest.mark.skipif(
    not SHARED.is_dir(),
    reason="LOUD: ../shared is not here: the replay of 12,580 real answers is not checked",
)

QUALITY = {"1": 1, "2": 3, "3": 4, "4": 5}


def kind_of(memory: Memory, day: date) -> TurnKind:
    """How the bot would have asked: due or new, again the same day, or for practice."""
    if memory.due is None or memory.due <= day:
        return TurnKind.REVIEW
    return TurnKind.DRILL if memory.drill_day == day else TurnKind.PRACTICE


def test_a_real_log_replays_within_bounds() -> None:
    """12,580 answers on 1,205 cards keep every memory within bounds, and each card's fold is what grew step by step."""
    memories: dict[str, Memory] = defaultdict(Memory)
    logs: dict[str, list[Event]] = defaultdict(list)
    kinds: Counter[TurnKind] = Counter()
    scheduled: list[tuple[date, int, bool]] = []
    with (SHARED / "pyfsrs_review_log.csv").open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: row["review_time"])
    for number, row in enumerate(rows, start=1):
        card, quality = row["card_id"], QUALITY[row["review_rating"]]
        day = study_day(datetime.fromisoformat(row["review_time"]), ZoneInfo("America/New_York"))
        before = memories[card]
        kind = kind_of(before, day)
        logs[card].append(Event(number, EventType.ANSWER, kind, number, None, quality, day))
        kinds[kind] += 1
        if kind is TurnKind.REVIEW:
            after = review(before, quality, day)
            scheduled.append((day, quality, before.due is None))
            assert after.ease_x100 >= 130
            assert 1 <= after.interval <= CAP
            assert after.due is not None
            assert (after.due - day).days == after.interval
            assert after.lapses - before.lapses in (0, 1)
        else:
            after = drill(before, quality) if kind is TurnKind.DRILL else before
        memories[card] = after
    assert (len(rows), len(memories)) == (12_580, 1_205)
    assert all(fold(log) == memories[card] for card, log in logs.items())
    assert min(kinds.values()) > 100
    share = retention(scheduled, max(day for day, _, _ in scheduled))
    assert share is not None
    assert 0.5 < share < 1.0
