"""Decides who may write to an SQLite file: whoever holds the lock on the file of its own beside it.

Older SQLite releases (fixed in 3.51.3) can corrupt the write-ahead log when two connections write or checkpoint at
once, and SQLite's own lock makes a deferred transaction fail at once; so writers queue here, before they begin.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from db.faults import DatabaseUnreachable, file_fault

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 5.0
"""Seconds to wait for another writer before the database counts as one that can't be reached."""
PAUSE = 0.001
"""Seconds between two attempts."""


def lock_file(file: Path) -> Path:
    """The lock that belongs to a database file."""
    return file.with_name(file.name + ".lock")


@contextmanager
def exclusive(file: Path) -> Iterator[None]:
    """Hold the write lock of a database file; threads and processes exclude each other alike.

    Each holder opens the lock file anew, since flock belongs to the open file and not to the process. The kernel
    gives the lock back when its holder dies, however it dies. Raises DatabaseUnreachable after PATIENCE.
    """
    if sys.platform == "win32":
        raise DatabaseUnreachable(
            "Dohrao can't lock an SQLite file on Windows: run it under WSL, or use a PostgreSQL database there."
        )
    try:
        descriptor = os.open(lock_file(file), os.O_RDONLY | os.O_CREAT, 0o666)
    except OSError as error:
        raise file_fault(file, error) from error
    try:
        _wait(descriptor, file)
        yield
    finally:
        os.close(descriptor)


def _wait(descriptor: int, file: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise DatabaseUnreachable(
                    f"Another program has been writing to {file} for more than {PATIENCE:.0f} s "
                    f"(it holds {lock_file(file).name}): wait until it has finished, or stop it."
                ) from None
            time.sleep(PAUSE)
        except OSError as error:
            raise file_fault(file, error) from error
        else:
            return
