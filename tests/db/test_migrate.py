"""S3: migrations lose no row, happen whole or not at all, and leave a newer database alone."""

from __future__ import annotations

import sys
import threading
from argparse import Namespace
from typing import TYPE_CHECKING

import pytest
from alembic import command
from alembic.util.exc import CommandError
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError

from db import DatabaseUnreachable, is_unreachable, migrate
from db.check import differences, schema_of
from db.migrate import DatabaseNewer, downgrade, newest, revision_of, upgrade
from db.models import Base, Outbox
from db.rebuild import ReferencesBroken
from tests.db.rows import ROWS, everything, populate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from db import Database

HEAD = """
import sqlalchemy as sa
from alembic import op
from db.types import Big, Small
revision = "sample"
down_revision = {down!r}
KEPT = {{"sqlite_autoincrement": True}}
"""
WIDER = (
    HEAD
    + """
def widths(old, new):
    for table, column in (("learner", "new_per_day"), ("turn", "hints"), ("outbox", "tries")):
        with op.batch_alter_table(table, table_kwargs=KEPT) as batch:
            batch.alter_column(column, existing_type=old, type_=new)

def upgrade():
    widths(Small(), Big())
    with op.batch_alter_table("card", table_kwargs=KEPT) as batch:
        batch.add_column(sa.Column("flags", Big(), nullable=False, server_default="3"))

def downgrade():
    with op.batch_alter_table("card", table_kwargs=KEPT) as batch:
        batch.drop_column("flags")
    widths(Big(), Small())
"""
)
ORPHANING = HEAD + "def upgrade():\n    op.execute('DELETE ' 'FROM study_session WHERE id = 1')\n"
FAILING = (
    HEAD
    + "def upgrade():\n    op.create_table('half', sa.Column('id', Big()))\n    op.execute('SELECT nonsense')\n"
)


@pytest.fixture
def with_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a migration after the newest one, as the next release would."""

    def add(source: str) -> None:
        (tmp_path / "sample.py").write_text(source.format(down=newest()))
        monkeypatch.setattr(migrate, "VERSIONS", (*migrate.VERSIONS, tmp_path))
        monkeypatch.setattr(sys, "dont_write_bytecode", True)

    return add


@pytest.fixture
def populated(database: Database) -> Database:
    """A migrated database with rows in every table."""
    with database.write() as session:
        populate(session)
    return database


def test_the_sample_rows_reach_every_table(populated: Database) -> None:
    """A table without rows would prove nothing: each new one gets rows in tests/db/rows.py."""
    with populated.read() as session:
        assert {name: len(rows) for name, rows in everything(session.connection()).items()} == dict.fromkeys(
            ROWS, 2
        )


def test_widening_columns_of_a_populated_database_keeps_every_row(
    populated: Database, with_sample: Callable[[str], None]
) -> None:
    """Tables that others refer to are made again in batch mode, up and down: every value of every table stays."""
    with populated.read() as session:
        rows, schema = everything(session.connection()), schema_of(session.connection())
    with_sample(WIDER)
    upgrade(populated)
    assert revision_of(populated) == "sample"
    with populated.read() as session:
        wider = everything(session.connection())
    assert [card.pop("flags") for card in wider["card"]] == [3, 3]
    assert wider == rows
    downgrade(populated, "-1")
    with populated.read() as session:
        assert everything(session.connection()) == rows
        assert differences(schema_of(session.connection()), schema) == []


def test_references_are_kept_again_after_a_migration(
    populated: Database, with_sample: Callable[[str], None]
) -> None:
    """Foreign keys are off for the migration alone: the next transaction is refused a row that refers to nothing."""
    with_sample(WIDER)
    upgrade(populated)
    with pytest.raises(IntegrityError), populated.write() as session:
        session.execute(text("UPDATE card SET deck = 404"))


def test_ids_of_deleted_rows_do_not_return_after_a_table_is_made_again(
    populated: Database, with_sample: Callable[[str], None]
) -> None:
    """An id that an old button may carry is never given to a new row, also when its table was rebuilt in between."""
    with populated.write() as session:
        session.execute(text("DELETE FROM outbox"))
    with_sample(WIDER)
    upgrade(populated)
    with populated.write() as session:
        new = {name: value for name, value in ROWS["outbox"][0].items() if name != "turn"}
        assert session.scalar(insert(Outbox).values(**new).returning(Outbox.id)) == 3


@pytest.mark.parametrize("source", [ORPHANING, FAILING])
def test_a_migration_that_fails_changes_nothing(
    populated: Database, with_sample: Callable[[str], None], source: str
) -> None:
    """An error half-way, or rows left without what they refer to, undoes the whole migration and keeps the revision."""
    with populated.read() as session:
        rows, schema, revision = (
            everything(session.connection()),
            schema_of(session.connection()),
            revision_of(populated),
        )
    with_sample(source)
    with pytest.raises(Exception, match=r"nonsense|refer to nothing|violates foreign key"):
        upgrade(populated)
    assert revision_of(populated) == revision
    with populated.read() as session:
        assert everything(session.connection()) == rows
        assert schema_of(session.connection()) == schema


def test_orphans_are_named(populated: Database, with_sample: Callable[[str], None]) -> None:
    """The error after a migration that leaves orphans says how many and in which tables."""
    if populated.dialect == "postgresql":
        pytest.skip("PostgreSQL refuses the deletion itself")
    with_sample(ORPHANING)
    with pytest.raises(ReferencesBroken, match=r"nothing \(1, in turn \(to study_session\)\)"):
        upgrade(populated)


def test_all_the_way_down_and_up_again(populated: Database) -> None:
    """The empty database has no table of ours left, and can be built up again."""
    downgrade(populated, "base")
    with populated.read() as session:
        assert schema_of(session.connection()) == {}
    assert revision_of(populated) is None
    upgrade(populated)
    with populated.write() as session:
        populate(session)


def test_upgrading_twice_changes_nothing(populated: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the newest schema an upgrade doesn't even ask for the write lock."""
    monkeypatch.delattr(type(populated), "migration")
    upgrade(populated)
    assert revision_of(populated) == newest()


def test_two_programs_that_start_at_once_migrate_once(empty_database: Database) -> None:
    """Both find the newest schema when their upgrade returns, and neither fails."""
    failures: list[BaseException] = []

    def start() -> None:
        try:
            upgrade(empty_database)
        except BaseException as error:  # noqa: BLE001  # handed to the test's own thread
            failures.append(error)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert revision_of(empty_database) == newest()


def test_a_newer_database_is_not_touched(populated: Database) -> None:
    """A schema this program doesn't know is refused, up and down, with what to do; everything stays as it was."""
    with populated.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = 'next'"))
    with populated.read() as session:
        rows = everything(session.connection())
    for move in (upgrade, lambda database: downgrade(database, "base")):
        with pytest.raises(
            DatabaseNewer, match=r"schema next.*update Dohrao, or restore the backup"
        ) as caught:
            move(populated)
        assert isinstance(caught.value, DatabaseUnreachable)
        assert is_unreachable(caught.value)
    assert revision_of(populated) == "next"
    with populated.read() as session:
        assert everything(session.connection()) == rows


def test_a_database_without_tables_has_no_revision(empty_database: Database) -> None:
    """Before its first migration a database says so."""
    assert revision_of(empty_database) is None


def test_the_alembic_command_works_on_an_address(database: Database, database_url: str) -> None:
    """`alembic -x url=... check` runs through the same machinery and finds nothing to add."""
    settings = migrate.config()
    settings.cmd_opts = Namespace(x=[f"url={database_url}"])
    command.check(settings)
    command.downgrade(settings, "base")
    with database.read() as session:
        assert schema_of(session.connection()) == {}


def test_the_alembic_command_asks_for_an_address() -> None:
    """Without an address the alembic command guesses none."""
    with pytest.raises(CommandError, match="-x url="):
        command.upgrade(migrate.config(), "head")


def test_rows_are_counted_by_the_database_too(populated: Database) -> None:
    """What the comparisons above read is all there is: as many rows as the database counts."""
    with populated.read() as session:
        for table in Base.metadata.sorted_tables:
            assert session.scalar(select(func.count()).select_from(table)) == 2
