"""Transactions: whole or not at all, one writer at a time on SQLite, readers that change nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from db import DatabaseUnreachable, engine, lock, open_database
from db.models import Learner, ProcessedUpdate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.orm import Session

    from db import Database

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
CHECKOUT = Path(__file__).resolve().parents[2]
WRITER = """
import sys
from sqlalchemy import text
from db import open_database
database = open_database(sys.argv[1])
for _ in range(int(sys.argv[2])):
    with database.write() as session:
        seen = session.scalar(text("SELECT update_id FROM processed_update WHERE bot_id = 1 FOR UPDATE" if
            database.dialect == "postgresql" else "SELECT update_id FROM processed_update WHERE bot_id = 1"))
        session.execute(text("UPDATE processed_update SET update_id = :n WHERE bot_id = 1"), {"n": seen + 1})
database.close()
"""
VICTIM = """
import sys, time
from sqlalchemy import text
from db import open_database
with open_database(sys.argv[1]).write() as session:
    for n in range(1000):
        session.execute(text("INSERT INTO processed_update SELECT 7, :n, outcome, at FROM processed_update "
            "WHERE bot_id = 1"), {"n": n})
    print("written", flush=True)
    time.sleep(60)
"""


def enter(session: Session, bot_id: int, update_id: int = 0) -> None:
    """Add a row to the ledger."""
    session.execute(
        insert(ProcessedUpdate).values(bot_id=bot_id, update_id=update_id, outcome="done", at=NOW)
    )


def rows(database: Database, bot_id: int) -> int:
    """How many rows of the ledger a bot has."""
    with database.read() as session:
        counted = select(func.count()).select_from(ProcessedUpdate).where(ProcessedUpdate.bot_id == bot_id)
        return session.scalar(counted) or 0


def program(source: str, *arguments: str) -> subprocess.Popen[str]:
    """Another process that uses the same database."""
    command = [sys.executable, "-W", "error", "-c", source, *arguments]
    return subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Database]:
    """An SQLite file with one table, whatever database the run is on."""
    opened = open_database(f"sqlite:///{tmp_path / 'file.sqlite3'}")
    with opened.migration() as connection:
        connection.exec_driver_sql("CREATE TABLE note (words TEXT) STRICT")
    yield opened
    opened.close()


def test_a_body_that_ends_is_kept_and_one_that_raises_is_not(database: Database) -> None:
    """A write transaction happens as a whole or not at all."""
    with database.write() as session:
        enter(session, 1)
    with pytest.raises(IntegrityError), database.write() as session:
        session.add_all(
            ProcessedUpdate(bot_id=2, update_id=n, outcome=o, at=NOW) for n, o in enumerate(("done", "?"))
        )
    assert (rows(database, 1), rows(database, 2)) == (1, 0)


def test_any_error_of_the_body_undoes_it(database: Database) -> None:
    """Whatever the body raises comes out as it is, and nothing of what it wrote stays."""

    def fails() -> None:
        with database.write() as session:
            enter(session, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert rows(database, 1) == 0


def test_values_outlive_their_transaction(database: Database) -> None:
    """A row's values can be read after the commit without asking the database again."""
    with database.write() as session:
        entry = ProcessedUpdate(bot_id=1, update_id=2, outcome="done", at=NOW)
        session.add(entry)
    assert entry.update_id == 2


def test_an_inner_step_can_fail_alone(database: Database) -> None:
    """A savepoint rolls back its own part and keeps what was written before it."""
    with database.write() as session:
        enter(session, 1)
        with pytest.raises(IntegrityError), session.begin_nested():
            enter(session, 1)
    assert rows(database, 1) == 1


def test_a_reader_cannot_write(database: Database) -> None:
    """A write inside a reading transaction is refused as the bug it is, not as a database that is away."""
    with pytest.raises(DBAPIError, match=r"readonly|read-only"), database.read() as session:
        enter(session, 1)
    assert rows(database, 1) == 0


def test_a_reader_sees_one_moment(database: Database) -> None:
    """What is committed while a reader reads is not in what it reads next, and writers do not wait for it."""
    with database.read() as session:
        before = session.scalar(select(func.count()).select_from(ProcessedUpdate))
        with database.write() as writer:
            enter(writer, 1)
        assert session.scalar(select(func.count()).select_from(ProcessedUpdate)) == before == 0
    assert rows(database, 1) == 1


def test_references_are_kept(database: Database) -> None:
    """A row that refers to nothing is refused on both databases."""
    with pytest.raises(IntegrityError), database.write() as session:
        session.execute(text("INSERT INTO card (uid, deck) VALUES (1, 404)"))


def test_sqlite_is_durable_and_strict_about_references(sqlite: Database) -> None:
    """Each writing connection has WAL, FULL synchronisation, foreign keys and patience with strangers."""
    with sqlite.write() as session:
        found = {
            name: session.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


def test_an_error_does_not_repeat_what_a_learner_typed(database: Database) -> None:
    """The values of a failed statement stay out of the error's text, which is logged."""
    learner = {"telegram_id": 1, "language": "xx", "zone": "MY SECRET", "created_at": NOW, "new_per_day": 10}
    with pytest.raises(IntegrityError) as caught, database.write() as session:
        session.execute(insert(Learner).values(**learner))
    assert "MY SECRET" not in str(caught.value).split("DETAIL:")[0]


def test_threads_write_one_after_another(database: Database) -> None:
    """Writers in threads of one process lose no step."""
    with database.write() as session:
        enter(session, 1)

    def step() -> None:
        for _ in range(10):
            with database.write() as session:
                seen = session.scalar(
                    select(ProcessedUpdate.update_id).where(ProcessedUpdate.bot_id == 1).with_for_update()
                )
                session.execute(
                    text("UPDATE processed_update SET update_id = :n WHERE bot_id = 1"),
                    {"n": (seen or 0) + 1},
                )

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.read() as session:
        assert session.scalar(select(ProcessedUpdate.update_id)) == 40


def test_processes_write_one_after_another(database: Database, database_url: str) -> None:
    """Two programs that write at the same time never see a locked database and lose no step."""
    with database.write() as session:
        enter(session, 1)
    programs = [program(WRITER, database_url, "60") for _ in range(2)]
    for process in programs:
        _, said = process.communicate(timeout=60)
        assert (process.returncode, said) == (0, "")
    with database.read() as session:
        assert session.scalar(select(ProcessedUpdate.update_id)) == 120


def test_a_program_killed_while_it_writes_leaves_nothing_half_done(
    database: Database, database_url: str
) -> None:
    """After kill -9 inside a transaction none of its rows is there, and the next writer can write at once."""
    with database.write() as session:
        enter(session, 1)
    with program(VICTIM, database_url) as victim:
        assert victim.stdout is not None
        assert victim.stdout.readline() == "written\n"
        victim.send_signal(signal.SIGKILL)
    with database.write() as session:
        enter(session, 1, 1)
    assert (rows(database, 7), rows(database, 1)) == (0, 2)


def test_a_lock_that_stays_taken_is_a_database_that_cannot_be_reached(
    sqlite: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer waits for the lock file only so long, says who has it, and can write as soon as it is free."""
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    with (
        lock.exclusive(tmp_path / "file.sqlite3"),
        pytest.raises(DatabaseUnreachable, match=r"Another program.*file\.sqlite3\.lock"),
        sqlite.write(),
    ):
        pass
    with sqlite.write() as session:
        session.execute(text("INSERT INTO note VALUES ('free again')"))


def test_two_names_of_a_file_share_its_lock(
    sqlite: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file reached through a symbolic link is locked under its real name."""
    (tmp_path / "link").symlink_to(tmp_path / "file.sqlite3")
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    with sqlite.write(), pytest.raises(DatabaseUnreachable, match="Another program"):
        open_database(f"sqlite:///{tmp_path / 'link'}")


def test_a_stranger_who_does_not_queue_is_named(
    sqlite: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tool that locks the file without the lock file is waited for, then the sentence says to close it."""
    monkeypatch.setattr(engine, "PATIENCE_MS", 20)
    hurried = open_database(f"sqlite:///{tmp_path / 'file.sqlite3'}")
    stranger = sqlite._writer.raw_connection()
    stranger.cursor().execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseUnreachable, match="does not queue"), hurried.write() as session:
        session.execute(text("SELECT 1"))
    stranger.rollback()
    stranger.close()
    hurried.close()


def test_closing_leaves_one_file(tmp_path: Path) -> None:
    """A closed database is one file and its lock: the log is merged into it, so it can be copied."""
    opened = open_database(f"sqlite:///{tmp_path / 'file.sqlite3'}")
    with opened.write() as session:
        session.execute(text("CREATE TABLE note (words TEXT) STRICT"))
    with opened.read() as session:
        session.execute(text("SELECT * FROM note"))
    opened.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file.sqlite3", "file.sqlite3.lock"]


def test_how_many_may_write_at_once(database: Database) -> None:
    """SQLite has one writer; PostgreSQL has as many as its pool lets through."""
    assert (database.dialect, database.workers) in {("sqlite", 1), ("postgresql", 4)}
