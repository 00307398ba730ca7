"""Decides how graded cases are read and written as JSON Lines: the `dohrao grade` command."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.core.card import Card, Kind, NearMiss, Point
from bot.core.grading.grade import to_reason
from bot.core.grading.grader import grade
from bot.core.grading.prepare import PreparedDeck, prepare

Deck = tuple[Sequence[Card], str]


def grade_cases(lines: Iterable[str], deck: Deck | None = None) -> Iterator[str]:
    """One JSON line for each case line, in order: {"id", "verdict", "confidence", "reason"} or {"line", "error"}.

    The cards of one `deck` in the input are that deck; `deck` (cards, prose) is added to each of them.
    Blank lines are skipped. Nothing raises.
    """
    read = [(n, _case(line, n)) for n, line in enumerate(lines, 1) if line.strip()]
    decks = _decks((case for _, case in read if "error" not in case), deck)
    for n, case in read:
        if "error" in case:
            yield json.dumps({"line": n, "error": case["error"]}, ensure_ascii=False)
            continue
        given = grade(case["card"], case["reply"], decks[case["deck"]])
        yield json.dumps(
            {
                "id": case["id"],
                "verdict": given.verdict.value,
                "confidence": round(given.confidence, 3),
                "reason": {name: value for name, value in to_reason(given).items() if name != "confidence"},
            },
            ensure_ascii=False,
        )


def _decks(cases: Iterable[dict[str, Any]], extra: Deck | None) -> dict[str, PreparedDeck]:
    cards: dict[str, dict[Card, None]] = defaultdict(dict)
    for case in cases:
        cards[case["deck"]][case["card"]] = None
    more, prose = extra or ((), "")
    return {name: prepare([*listed, *more], prose) for name, listed in cards.items()}


def _case(line: str, number: int) -> dict[str, Any]:
    """The case of one line, or {"error": sentence}."""
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        return {"error": f"Line {number} is not JSON."}
    if not isinstance(raw, dict):
        return {"error": f"Line {number} is not a JSON object."}
    fault = _fault(raw)
    if fault:
        return {"error": f"Line {number}: {fault}"}
    return {
        "id": raw["id"],
        "deck": str(raw.get("deck") or ""),
        "reply": raw["reply"],
        "card": _card(raw),
    }


def _fault(raw: dict[str, Any]) -> str:
    """What is wrong with a case, as a sentence; "" for nothing."""
    answers, points = raw.get("answers"), raw.get("points") or []
    demands = (
        (isinstance(raw.get("id"), (str, int)), "the field `id` is missing."),
        (isinstance(raw.get("question"), str), "the field `question` is missing or is no text."),
        (isinstance(raw.get("reply"), str), "the field `reply` is missing or is no text."),
        (
            isinstance(answers, list) and _texts(answers) and bool(answers) and bool(answers[0].strip()),
            "the field `answers` must be a list of texts, the first not empty.",
        ),
        (raw.get("kind", "short") in ("short", "long"), "the field `kind` must be `short` or `long`."),
        (_texts(raw.get("reject") or []), "the field `reject` must be a list of texts."),
        (
            isinstance(points, list) and all(_texts(p) and p for p in points),
            "the field `points` must be a list of lists of texts.",
        ),
    )
    return next((sentence for met, sentence in demands if not met), "")


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _card(raw: dict[str, Any]) -> Card:
    points = tuple(Point(tuple(p)) for p in raw.get("points") or [])
    kind = Kind.SHORT
    if raw.get("kind") == "long":
        kind = Kind.POINTS if points else Kind.LONG
    return Card(
        question=raw["question"],
        answer=raw["answers"][0],
        also=tuple(raw["answers"][1:]),
        near_misses=tuple(NearMiss(text) for text in raw.get("reject") or []),
        points=points,
        kind=kind,
    )
