"""Decides how SQLite tables can be replaced by a migration without losing rows, references or used-up ids."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from sqlalchemy import Connection


class ReferencesBroken(Exception):  # noqa: N818  # says what is the case, like DatabaseUnreachable
    """A migration would have left rows that refer to nothing; it was rolled back."""


@contextmanager
def rebuilding(connection: Connection) -> Iterator[None]:
    """One transaction on an SQLite connection in which tables may be dropped and made again.

    Foreign keys are off from before the transaction, since inside it the switch does nothing: with them on,
    dropping a table deletes the rows that refer to it or fails. The connection leaves its pool, so that
    nobody is given it with foreign keys off. Raises ReferencesBroken.
    """
    connection.detach()
    driver = cast("sqlite3.Connection", connection.connection.dbapi_connection)
    driver.execute("PRAGMA foreign_keys = OFF")
    with connection.begin():
        used = _used_ids(connection)
        yield
        _keep_used(connection, used)
        _check_references(connection)


def _used_ids(connection: Connection) -> dict[str, int]:
    """The highest id that each AUTOINCREMENT table ever gave out."""
    if (
        connection.exec_driver_sql("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").first()
        is None
    ):
        return {}
    return {row.name: row.seq for row in connection.exec_driver_sql("SELECT name, seq FROM sqlite_sequence")}


def _keep_used(connection: Connection, used: dict[str, int]) -> None:
    """A table made again counts from its highest row, but the ids of rows deleted before must not return."""
    now = _used_ids(connection)
    tables = connection.exec_driver_sql(
        "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'"
    ).scalars()
    for name in used.keys() & set(tables):
        if now.get(name, 0) < used[name]:
            connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            connection.exec_driver_sql(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, used[name])
            )


def _check_references(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if broken:
        tables = ", ".join(sorted({f"{row[0]} (to {row[2]})" for row in broken}))
        raise ReferencesBroken(
            f"The migration would leave rows that refer to nothing ({len(broken)}, in {tables}): it was undone. "
            "The database is as it was; report this."
        )
