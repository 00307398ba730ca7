"""The command that grades JSON Lines, and how well the grader does on graded cases."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.core.grading import grade_cases

if TYPE_CHECKING:
    from bot.core.card import Card

OWN = Path(__file__).resolve().parents[2] / "cases" / "grading.jsonl"
ONE = Path(__file__).resolve().parents[2] / "cases" / "blind_one.jsonl"
SHARED = Path(__file__).resolve().parents[3] / "../shared"
shared = pytest.mark.skipif(
    not SHARED.exists(),
    reason="LOUD: ../shared is not here: the grader's accuracy on the development cases is not checked",
)

CASE = {
    "id": "a/1",
    "deck": "a",
    "kind": "short",
    "question": "Phase?",
    "answers": ["prefill"],
    "reply": "Prefill!",
}


def run(*cases: dict[str, Any] | str, deck: tuple[list[Card], str] | None = None) -> list[dict[str, Any]]:
    lines = [c if isinstance(c, str) else json.dumps(c) for c in cases]
    return [json.loads(line) for line in grade_cases(lines, deck)]


def test_a_case_gives_verdict_confidence_and_reason() -> None:
    """One line in, one line out, the reason as data."""
    assert run(CASE) == [
        {
            "id": "a/1",
            "verdict": "right",
            "confidence": 1.0,
            "reason": {"rule": "exact", "matched": "prefill"},
        }
    ]


def test_the_verdict_in_a_case_is_ignored() -> None:
    """A gold verdict in the input never reaches the grader."""
    assert run({**CASE, "verdict": "wrong"})[0]["verdict"] == "right"


def test_cards_of_one_deck_are_rivals() -> None:
    """Two answers at once are wrong because the other card of the same deck is in the input."""
    other = {**CASE, "id": "a/2", "answers": ["decode"], "reply": "decode"}
    both = {**CASE, "id": "a/3", "reply": "prefill, decode"}
    assert [r["verdict"] for r in run(both, other)] == ["wrong", "right"]
    assert run(both, {**other, "deck": "b"})[0]["verdict"] == "right"


def test_a_deck_adds_its_cards_and_prose() -> None:
    """An acronym that only the deck's prose explains counts."""
    case = {**CASE, "answers": ["QZT"], "reply": "quick zonal transfer"}
    assert run(case, deck=([], "The quick zonal transfer (QZT) is new."))[0]["verdict"] == "right"


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[1]",
        "null",
        '"x"',
        '{"id": 1}',
        *(
            json.dumps({k: v for k, v in CASE.items() if k != gone})
            for gone in ("id", "question", "answers", "reply")
        ),
    ],
)
def test_a_faulty_line_is_reported_and_the_rest_graded(line: str) -> None:
    """One bad line does not stop the run: its number and a sentence take its place."""
    faulty, good = run(line, CASE)
    assert faulty["line"] == 1
    assert faulty["error"].endswith(".")
    assert good["verdict"] == "right"


@pytest.mark.parametrize(
    "fields",
    [
        {"answers": []},
        {"answers": [""]},
        {"kind": "essay"},
        {"reject": "x"},
        {"points": [[1]]},
        {"reply": None},
    ],
)
def test_a_field_of_the_wrong_shape_is_reported(fields: dict[str, Any]) -> None:
    """A wrong type is a clear sentence, no traceback."""
    assert "error" in run({**CASE, **fields})[0]


def test_blank_lines_are_skipped() -> None:
    """An empty line is no case and no fault."""
    assert len(run("", CASE, "  ")) == 1


def measure(path: Path, kind: str) -> dict[str, float]:
    lines = path.read_text(encoding="utf-8").splitlines()
    gold = {c["id"]: c for c in map(json.loads, lines)}
    pairs = Counter(
        (gold[r["id"]]["verdict"], r["verdict"])
        for r in map(json.loads, grade_cases(lines))
        if gold[r["id"]]["kind"] == kind
    )
    total = {v: sum(n for (a, _), n in pairs.items() if a == v) for v in ("right", "close", "wrong")}
    return {
        "accuracy": sum(n for (a, b), n in pairs.items() if a == b) / sum(total.values()),
        "false accept": pairs["wrong", "right"] / total["wrong"],
        "false reject": pairs["right", "wrong"] / total["right"],
    }


@pytest.mark.parametrize(("kind", "least"), [("short", 0.97), ("long", 0.85)])
def test_our_own_cases_keep_their_level(kind: str, least: float) -> None:
    """On fresh topics: accuracy holds, few wrong replies are graded right, few right ones wrong."""
    found = measure(OWN, kind)
    assert found["accuracy"] >= least
    assert found["false accept"] <= 0.05
    assert found["false reject"] <= 0.05


@pytest.mark.parametrize(("kind", "least"), [("short", 0.95), ("long", 0.896)])
def test_the_first_foreign_cases_keep_their_level(kind: str, least: float) -> None:
    """Cases by another author, unseen when first graded and seen since: what was reached stays, grave errors stay away."""
    found = measure(ONE, kind)
    assert found["accuracy"] >= least
    assert found["false accept"] <= 0.03
    assert found["false reject"] <= 0.03


@shared
@pytest.mark.parametrize(("kind", "least"), [("short", 0.95), ("long", 0.80)])
def test_the_development_cases_are_graded_well(kind: str, least: float) -> None:
    """At least 75 % overall is asked for; each kind does better, with few grave errors."""
    found = measure(SHARED / "grading" / "dev.jsonl", kind)
    assert found["accuracy"] >= least
    assert found["false accept"] <= 0.05
    assert found["false reject"] <= 0.08
