"""`make bench`: review turns, grading and start-up on this machine, in one run and as tables."""

from __future__ import annotations

import asyncio
import os
import platform
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import grading, start, turns


def main() -> None:
    """Measure and print."""
    load = " ".join(f"{average:.2f}" for average in os.getloadavg())
    print(
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {os.cpu_count()} CPUs, load {load}\n"
    )
    with TemporaryDirectory() as folder:
        print(asyncio.run(turns.report(Path(folder))))
    print(grading.report())
    with TemporaryDirectory() as folder:
        print(start.report(Path(folder)))


if __name__ == "__main__":
    main()
