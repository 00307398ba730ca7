"""Decides what a database error means: worth trying again, a database that can't be reached, or a bug of ours."""

from __future__ import annotations

import errno
import sqlite3
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import URL

CONFLICTS = ("40001", "40P01")
"""PostgreSQL: serialization failure, deadlock."""

AWAY = ("08", "28", "3D", "53", "57P", "58", "XX001", "XX002", "25006")
"""PostgreSQL, by the beginning of the code: connection, login, no such database, resources, shutdown, system, corrupt
data, a server that is read-only (a standby)."""

PRIMARY = 0xFF
"""SQLite: the part of an extended error code that says the kind."""

REPAIR = "restore a backup, or move it away to begin with an empty database"

SQLITE_FAULTS = {
    sqlite3.SQLITE_PERM: "may not be used by this user: give them the right to read and write it",
    sqlite3.SQLITE_BUSY: "is locked by a program that does not queue for its lock file: close that program",
    sqlite3.SQLITE_READONLY: "can't be written: give this user the right to write to it and to its folder",
    sqlite3.SQLITE_IOERR: "can't be read or written by the disk: check the disk and its free space",
    sqlite3.SQLITE_CORRUPT: f"is damaged: {REPAIR}",
    sqlite3.SQLITE_FULL: "can't grow, the disk is full: free some space",
    sqlite3.SQLITE_CANTOPEN: "can't be opened: check that it is a file and that this user may read and write it and its folder",
    sqlite3.SQLITE_PROTOCOL: "can't be locked: keep it on a local disk, not on a network share",
    sqlite3.SQLITE_NOTADB: f"is not an SQLite database: correct the address, {REPAIR}",
}


class DatabaseUnreachable(Exception):  # noqa: N818  # says what is the case
    """The database can't be used now, through no fault of the update in hand.

    Its text is a sentence for people: what is wrong and what to do. It never shows a password.
    """


def is_conflict(error: BaseException) -> bool:
    """Whether PostgreSQL ended the transaction for another's sake: a deadlock or a serialization failure."""
    return _state(error) in CONFLICTS


def is_unreachable(error: BaseException) -> bool:
    """Whether the disk or the server is away, full, locked or damaged, which no update can help."""
    if isinstance(error, (DatabaseUnreachable, PoolTimeout)):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if isinstance(error.orig, sqlite3.Error):
        return _sqlite_kind(error.orig) in SQLITE_FAULTS
    state = _state(error)
    if state is None:
        return error.connection_invalidated or isinstance(error, OperationalError)
    return state.startswith(AWAY)


def is_read_only(error: BaseException) -> bool:
    """Whether a write was refused because of where it was tried; inside a reading transaction that is a bug."""
    if isinstance(error, DBAPIError) and isinstance(error.orig, sqlite3.Error):
        return _sqlite_kind(error.orig) == sqlite3.SQLITE_READONLY
    return _state(error) == "25006"


def sqlite_fault(file: Path, error: BaseException) -> DatabaseUnreachable:
    """The sentence about an SQLite file for an error of which is_unreachable holds."""
    if isinstance(error, DBAPIError) and isinstance(error.orig, sqlite3.Error):
        return DatabaseUnreachable(f"The database {file} {SQLITE_FAULTS[_sqlite_kind(error.orig)]}.")
    return DatabaseUnreachable(
        f"The database {file} is busy: all its connections are in use. Try again in a moment."
    )


def server_fault(url: URL, error: BaseException) -> DatabaseUnreachable:
    """The sentence about a PostgreSQL server for an error of which is_unreachable holds."""
    place = f"{url.host or 'this machine'}:{url.port or 5432}"
    orig = error.orig if isinstance(error, DBAPIError) else None
    said = str(orig if orig is not None else error).strip().splitlines() or ["no answer"]
    return DatabaseUnreachable(
        f"The PostgreSQL database {url.database or url.username} at {place} can't be used ({said[0].strip()}): "
        "check that the server runs, has room, and that address, user and password in the setting are right."
    )


def file_fault(file: Path, error: OSError) -> DatabaseUnreachable:
    """The sentence for an error of the file system about an SQLite file or the lock beside it."""
    folder = file.parent
    if error.errno == errno.ENOENT:
        return DatabaseUnreachable(
            f"The folder {folder} of the database is missing: create it, or correct the address."
        )
    if error.errno == errno.ENOTDIR:
        return DatabaseUnreachable(
            f"The database can't be in {folder}, which is not a folder: correct the address."
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return DatabaseUnreachable(
            f"The folder {folder} of the database can't be written: give this user the right to write to it."
        )
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DatabaseUnreachable(f"The disk of the database {file} is full: free some space.")
    return DatabaseUnreachable(
        f"The database {file} can't be locked ({error.strerror}): check its disk and its folder."
    )


def _sqlite_kind(error: sqlite3.Error) -> int:
    """The primary code; 0 for an error that Python's driver raised by itself."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return 0 if code is None else code & PRIMARY


def _state(error: BaseException) -> str | None:
    """PostgreSQL's five-character code; None when the server never said one."""
    state = getattr(error.orig, "sqlstate", None) if isinstance(error, DBAPIError) else None
    return state if isinstance(state, str) else None
