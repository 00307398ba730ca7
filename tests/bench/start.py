"""How long somebody waits for the first graded answer after starting the bot, and how much memory that takes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.table import table

CHECKOUT = Path(__file__).resolve().parents[2]
KIB = 1024


def report(folder: Path) -> str:
    """The table of starts: the first one makes the database and publishes the decks, the second finds them."""
    rows = [
        _start(name, folder, answer) for name, answer in (("first", "/1\nprefill"), ("second", "/review\nx"))
    ]
    return table(
        "dohrao try, from its start", ("", "first prompt", "first answer", "end", "peak memory"), rows
    )


def _start(name: str, folder: Path, answer: str) -> tuple[str, ...]:
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "try", "--plain"],
        cwd=CHECKOUT,
        env={"DATA_DIR": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{answer}\n")
    process.stdin.close()
    prompt = graded = 0.0
    for line in process.stdout:
        typed = line.startswith("> ") and "/start" not in line
        prompt = prompt or (time.perf_counter() - began if typed else 0.0)
        graded = graded or (time.perf_counter() - began if line.startswith(("✅", "❌", "🟡")) else 0.0)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or not graded:
        raise RuntimeError(f"dohrao try ended with {process.returncode} and without grading {answer!r}")
    ended = time.perf_counter() - began
    # Linux counts in KiB, macOS in bytes.
    peak = usage.ru_maxrss / (KIB if sys.platform != "darwin" else KIB * KIB)
    return (name, f"{prompt:.2f} s", f"{graded:.2f} s", f"{ended:.2f} s", f"{peak:.0f} MB")
