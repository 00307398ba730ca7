"""What is said when the database can't be used, and which errors are worth trying again."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
from psycopg import errors
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from db import DatabaseUnreachable, is_conflict, is_unreachable, open_database
from db.faults import file_fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from db import Database

NOBODY = 65534


def refusal(url: str) -> str:
    """The sentence with which an address is refused."""
    with pytest.raises(DatabaseUnreachable) as caught:
        open_database(url).close()
    return str(caught.value)


@contextmanager
def as_nobody() -> Iterator[Path]:
    """A folder in which file permissions hold, also when the tests run as root, who may do anything."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        open_database(f"sqlite:///{folder / 'warm.sqlite3'}").close()
        folder.chmod(0o755)
        root = os.geteuid() == 0
        if root:
            os.seteuid(NOBODY)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "can't be read"),
        ("no address", "can't be read"),
        ("postgresql://asha:s3cr3t@server:port/dohrao", "can't be read"),
        ("postgresql://asha:s3cr3t/dohrao", "can't be read"),
        ("sqlite://", "names no SQLite file"),
        ("sqlite:///:memory:", "names no SQLite file"),
        ("sqlite://data/dohrao.sqlite3", "four slashes"),
        ("sqlite:///dohrao.sqlite3?mode=ro", "names no SQLite file"),
        ("mysql://asha:s3cr3t@server/dohrao", "not mysql"),
        ("postgresql://asha:s3@cr3t@server/dohrao", "%40"),
        ("postgresql://asha:s3/cr3t@@server/dohrao", "%40"),
        ("postgresql://asha:s3cr3t@127.0.0.1:1/dohrao", "127.0.0.1:1 can't be used"),
    ],
)
def test_a_wrong_address_is_explained_without_the_password(url: str, said: str) -> None:
    """An address that can't be used gives a sentence that says how to write one, and shows no password."""
    with pytest.raises(DatabaseUnreachable) as caught:
        open_database(url)
    assert said in str(caught.value)
    assert "cr3t" not in "".join(traceback.format_exception(caught.value, chain=True)).replace(url, "")
    assert is_unreachable(caught.value)


def test_a_missing_folder_is_named_and_not_made(tmp_path: Path) -> None:
    """A folder that is not there may be a disk that is not there: it is named, not created."""
    assert f"The folder {tmp_path / 'away'} of the database is missing" in refusal(
        f"sqlite:///{tmp_path}/away/x.sqlite3"
    )
    assert not (tmp_path / "away").exists()


def test_a_file_in_place_of_the_folder_is_named(tmp_path: Path) -> None:
    """A database can't be inside a file."""
    (tmp_path / "file").touch()
    assert f"{tmp_path / 'file'}, which is not a folder" in refusal(f"sqlite:///{tmp_path}/file/x.sqlite3")


def test_a_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    """A database is a file."""
    (tmp_path / "x.sqlite3").mkdir()
    assert "check that it is a file" in refusal(f"sqlite:///{tmp_path}/x.sqlite3")


def test_a_folder_that_cannot_be_written_is_named() -> None:
    """Without the right to write to the folder there is no lock and no log: the sentence asks for the right."""
    with as_nobody() as folder:
        said = refusal(f"sqlite:///{folder}/new.sqlite3") if os.getuid() == 0 else _without_right(folder)
    assert f"The folder {folder} of the database can't be written" in said


def _without_right(folder: Path) -> str:
    folder.chmod(0o555)
    return refusal(f"sqlite:///{folder}/new.sqlite3")


def test_a_file_that_cannot_be_written_is_named() -> None:
    """A read-only database file is refused at the start, not at the first answer."""
    with as_nobody() as folder:
        if os.getuid() != 0:
            (folder / "warm.sqlite3").chmod(0o444)
            folder.chmod(0o555)
        said = refusal(f"sqlite:///{folder}/warm.sqlite3")
    assert f"{folder}/warm.sqlite3 can't be" in said


def test_something_else_than_a_database_is_left_alone(tmp_path: Path) -> None:
    """A file that is not a database is named as such, and not a byte of it changes."""
    (tmp_path / "notes.txt").write_text("shopping list\n" * 200)
    assert "is not an SQLite database" in refusal(f"sqlite:///{tmp_path}/notes.txt")
    assert (tmp_path / "notes.txt").read_text() == "shopping list\n" * 200


def test_a_damaged_database_is_named(tmp_path: Path) -> None:
    """Garbage inside the file is a fault of the disk, not of the update that met it."""
    file = tmp_path / "x.sqlite3"
    database = open_database(f"sqlite:///{file}")
    with database.write() as session:
        session.execute(text("CREATE TABLE note (words TEXT) STRICT"))
        session.execute(text("INSERT INTO note VALUES (hex(randomblob(20000)))"))
    database.close()
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    database = open_database(f"sqlite:///{file}")
    with pytest.raises(DatabaseUnreachable, match="is damaged: restore a backup"), database.read() as session:
        session.execute(text("SELECT words FROM note")).all()
    database.close()


def test_a_full_disk_is_named_and_nothing_is_kept(tmp_path: Path) -> None:
    """When the file can't grow the transaction is undone and the sentence asks for space."""
    database = open_database(f"sqlite:///{tmp_path}/x.sqlite3")
    with database.write() as session:
        session.execute(text("CREATE TABLE note (words TEXT) STRICT"))

    def fill() -> None:
        with database.write() as session:
            session.execute(text("INSERT INTO note VALUES ('small')"))
            session.execute(text("PRAGMA max_page_count = 4"))
            session.execute(text("INSERT INTO note VALUES (hex(randomblob(50000)))"))

    with pytest.raises(DatabaseUnreachable, match="the disk is full"):
        fill()
    with database.read() as session:
        assert session.scalar(text("SELECT count(*) FROM note")) == 0
    database.close()


def test_a_full_disk_at_the_lock_is_named() -> None:
    """The lock file itself may be what finds the disk full."""
    assert "is full" in str(file_fault(Path("/data/x.sqlite3"), OSError(28, "No space left on device")))


def wrapped(orig: Exception, kind: type[DBAPIError] = OperationalError) -> DBAPIError:
    """A driver's error as SQLAlchemy raises it."""
    return kind("SELECT 1", {}, orig)


@pytest.mark.parametrize("kind", [errors.DeadlockDetected, errors.SerializationFailure])
def test_a_conflict_is_worth_trying_again(kind: type[psycopg.Error]) -> None:
    """A deadlock or serialization failure is a conflict, and not a database that is away."""
    assert (is_conflict(wrapped(kind())), is_unreachable(wrapped(kind()))) == (True, False)


@pytest.mark.parametrize(
    "orig",
    [
        psycopg.OperationalError("server closed the connection unexpectedly"),
        errors.ConnectionFailure(),
        errors.AdminShutdown(),
        errors.CannotConnectNow(),
        errors.DiskFull(),
        errors.TooManyConnections(),
        errors.ReadOnlySqlTransaction(),
        errors.InvalidPassword(),
        errors.IoError(),
    ],
)
def test_a_server_that_is_away_is_not_the_updates_fault(orig: psycopg.Error) -> None:
    """A lost, full, restarting or read-only server is unreachable, and no conflict."""
    assert (is_unreachable(wrapped(orig)), is_conflict(wrapped(orig))) == (True, False)


@pytest.mark.parametrize(
    "error",
    [
        wrapped(errors.UniqueViolation(), IntegrityError),
        wrapped(errors.QueryCanceled()),
        wrapped(errors.UndefinedTable(), DBAPIError),
        wrapped(sqlite3.OperationalError("no such table: learner")),
        wrapped(sqlite3.IntegrityError("UNIQUE constraint failed"), IntegrityError),
        ValueError("a bug"),
        OSError(28, "No space left on device"),
    ],
)
def test_a_bug_is_a_bug(error: Exception) -> None:
    """What the update or the program did wrong is neither unreachable nor a conflict."""
    assert (is_unreachable(error), is_conflict(error)) == (False, False)


def test_a_connection_the_server_ended_is_replaced(database: Database) -> None:
    """A transaction whose connection dies says that the database is away, and the next one works."""
    if database.dialect == "sqlite":
        pytest.skip("a file ends no connections")

    def lose_the_connection() -> None:
        with database.write() as session:
            victim = session.scalar(text("SELECT pg_backend_pid()"))
            with database.write() as other:
                other.execute(text("SELECT pg_terminate_backend(:victim, 5000)"), {"victim": victim})
            session.execute(text("SELECT 1"))

    with pytest.raises(DatabaseUnreachable, match="can't be used"):
        lose_the_connection()
    with database.write() as session:
        assert session.scalar(text("SELECT 1")) == 1
