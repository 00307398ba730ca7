"""What the chat in the terminal remembers beside its database, so that a second run goes on where the first stopped."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Kept:
    """The clock's lead over the machine's, its last moment, the next numbers, and who sits at the terminal."""

    travelled: timedelta
    last: datetime
    next_update_id: int
    next_message_id: int
    name: str
    language_code: str


class Unreadable(Exception):  # noqa: N818  # a state to go on from, not an error
    """The state file holds something else."""


def load(path: Path) -> Kept | None:
    """What was kept; None before the first run. Raises Unreadable."""
    try:
        read: dict[str, Any] = json.loads(path.read_bytes())
        return Kept(
            travelled=timedelta(seconds=read["clock_offset_seconds"]),
            last=datetime.fromtimestamp(read["last_seconds"], UTC),
            next_update_id=int(read["next_update_id"]),
            next_message_id=int(read["next_message_id"]),
            name=str(read["name"]),
            language_code=str(read["language_code"]),
        )
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise Unreadable from error


def save(path: Path, kept: Kept) -> None:
    """Replace the file in one step: a crash leaves the former or the new one. Raises OSError."""
    written = {
        "clock_offset_seconds": kept.travelled.total_seconds(),
        "last_seconds": kept.last.timestamp(),
        "next_update_id": kept.next_update_id,
        "next_message_id": kept.next_message_id,
        "name": kept.name,
        "language_code": kept.language_code,
    }
    new = path.with_suffix(".new")
    new.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    new.replace(path)


@contextmanager
def alone(path: Path) -> Iterator[bool]:
    """Whether nobody else sits at the same chat; until the end nobody else can. Raises OSError."""
    with path.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
