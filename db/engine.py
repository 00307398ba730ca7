"""Decides how the database is reached: one way to write and one to read, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import contextlib
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session

from db.faults import (
    DatabaseUnreachable,
    is_conflict,
    is_read_only,
    is_unreachable,
    server_fault,
    sqlite_fault,
)
from db.lock import exclusive
from db.rebuild import rebuilding

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

__all__ = [
    "Database",
    "DatabaseUnreachable",
    "is_conflict",
    "is_unreachable",
    "open_database",
]

PATIENCE_MS = 5000
"""How long SQLite waits for a program that writes without queueing for the lock file."""
WORKERS = 4
"""How many threads may write to PostgreSQL at once."""
OTHERS = 4
"""Connections for those who are not workers: sender, ticker, job runner, a reader."""
MIGRATION_LOCK = 0x446F6872
"""The advisory lock that PostgreSQL migrations queue for ("Dohr")."""
POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")
SHAPES = "write sqlite:///folder/file.sqlite3 (four slashes before an absolute path) or postgresql://user:password@host/name"


class Database:
    """An open database. Sessions keep their rows' values after the commit, and each is one transaction."""

    def __init__(self, url: URL, file: Path | None, writer: Engine, reader: Engine) -> None:
        self._url = url
        self._file = file
        self._writer = writer
        self._reader = reader
        self.dialect = "postgresql" if file is None else "sqlite"
        self.workers = WORKERS if file is None else 1

    @contextmanager
    def write(self) -> Iterator[Session]:
        """One write transaction: committed at the end, rolled back when the body raises.

        On SQLite it waits for the lock file first, so a transaction inside another one's body waits for itself.
        Raises DatabaseUnreachable when disk or server is away; a conflict is raised as it is.
        """
        with (
            self._explained(),
            self._alone(),
            Session(self._writer, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    @contextmanager
    def read(self) -> Iterator[Session]:
        """One read-only transaction, which sees the database as it was at its first statement."""
        with self._explained(reading=True), Session(self._reader, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def migration(self) -> Iterator[Connection]:
        """One write transaction in which tables may be made again (db/rebuild.py); migrations queue for one another."""
        with self._explained(), self._alone(), self._writer.connect() as connection:
            if self._file is not None:
                with rebuilding(connection):
                    yield connection
            else:
                with connection.begin():
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
                    yield connection

    def close(self) -> None:
        """Close all connections; nothing may be in use any more.

        The last connection of an SQLite file checkpoints as it closes, so that happens under the lock. If the
        lock can't be had, its holder has the file open, and this connection is not the last.
        """
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(DatabaseUnreachable):
                stack.enter_context(self._alone())
            self._reader.dispose()
            self._writer.dispose()

    def _alone(self) -> AbstractContextManager[None]:
        return nullcontext() if self._file is None else exclusive(self._file)

    @contextmanager
    def _explained(self, *, reading: bool = False) -> Iterator[None]:
        try:
            yield
        except DatabaseUnreachable:
            raise
        except Exception as error:
            if not is_unreachable(error) or (reading and is_read_only(error)):
                raise
            raise (
                server_fault(self._url, error) if self._file is None else sqlite_fault(self._file, error)
            ) from error


def open_database(url: str) -> Database:
    """Open the database at an address and make sure that it answers.

    `url` is "sqlite:///relative/file", "sqlite:////absolute/file" or "postgresql://...". An SQLite file is
    created when it is missing, its folder is not. Raises DatabaseUnreachable.
    """
    address = _address(url)
    database = _sqlite(address) if address.drivername == "sqlite" else _postgresql(address)
    try:
        with database.write() as session:
            session.execute(text("SELECT 1"))
    except BaseException:
        database.close()
        raise
    return database


def _address(url: str) -> URL:
    """The parsed address; its faults are worded here, since the parser's own message may quote a password."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise DatabaseUnreachable(f"The database's address can't be read: {SHAPES}.") from None
    if address.drivername == "sqlite":
        if address.host or address.query or address.database in (None, "", ":memory:"):
            raise DatabaseUnreachable(f"The database's address names no SQLite file: {SHAPES}.")
        return address
    if address.drivername not in POSTGRESQL:
        raise DatabaseUnreachable(
            f"Dohrao knows SQLite and PostgreSQL, not {address.get_backend_name()}: {SHAPES}."
        )
    if "@" in f"{address.host}{address.database}":
        raise DatabaseUnreachable(
            "The database's address has a stray @: in user and password write @ as %40 and / as %2F."
        )
    return address.set(drivername="postgresql+psycopg")


def _sqlite(url: URL) -> Database:
    # A relative path means the folder of now, and one file reached by two names has one lock.
    file = Path(str(url.database)).resolve()
    url = url.set(database=str(file))
    # One writer: the lock lets no second one in. Readers never commit, so they never checkpoint.
    writer = create_engine(url, pool_size=1, max_overflow=0, hide_parameters=True)
    reader = create_engine(url, pool_size=OTHERS, max_overflow=0, pool_timeout=5, hide_parameters=True)
    event.listen(writer, "connect", _prepare_writer)
    event.listen(reader, "connect", _prepare_reader)
    event.listen(writer, "begin", _begin_immediate)
    event.listen(reader, "begin", _begin)
    return Database(url, file, writer, reader)


def _postgresql(url: URL) -> Database:
    engine = create_engine(
        url,
        pool_size=WORKERS + OTHERS,
        max_overflow=0,
        pool_timeout=5,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"connect_timeout": 5},
    )
    reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return Database(url, None, engine, reader)


def _prepare_writer(connection: sqlite3.Connection, _record: Any) -> None:
    _prepare(connection)
    # Kept in the file, and changed only here, under the lock.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _prepare_reader(connection: sqlite3.Connection, _record: Any) -> None:
    _prepare(connection)
    connection.execute("PRAGMA query_only = ON")


def _prepare(connection: sqlite3.Connection) -> None:
    # The driver's own BEGIN is deferred and leaves DDL outside: transactions begin in the functions below.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
