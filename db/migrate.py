"""Decides which schema a database has: moves it up and down, each time whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from db.faults import DatabaseUnreachable

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from db.engine import Database

MIGRATIONS = Path(__file__).resolve().parents[1] / "migrations"
VERSIONS = (MIGRATIONS / "versions",)
"""Where the migrations are looked for."""


class DatabaseNewer(DatabaseUnreachable):
    """The database was written by a later Dohrao; it was not touched."""


def upgrade(database: Database) -> None:
    """Bring the database to the newest schema; nothing happens when it is there.

    Two programs may call this at once: the second waits and finds the work done. Raises DatabaseNewer,
    ReferencesBroken, DatabaseUnreachable; after any error the database is as it was.
    """
    if _known(database) == newest():
        return
    with database.migration() as connection:
        command.upgrade(config(connection), "head")


def downgrade(database: Database, revision: str) -> None:
    """Take the database back to a revision ("base" is the empty database); errors as for upgrade."""
    _known(database)
    with database.migration() as connection:
        command.downgrade(config(connection), revision)


def revision_of(database: Database) -> str | None:
    """The revision that the database says it has; None before the first migration."""
    with database.read() as session:
        return MigrationContext.configure(session.connection()).get_current_revision()


def newest() -> str | None:
    """The revision that this program brings a database to."""
    return ScriptDirectory.from_config(config()).get_current_head()


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings; env.py runs the migrations on the connection, inside its transaction."""
    settings = Config()
    settings.set_main_option("script_location", _literal(MIGRATIONS))
    settings.set_main_option("path_separator", "newline")
    settings.set_main_option("version_locations", "\n".join(map(_literal, VERSIONS)))
    settings.attributes["connection"] = connection
    return settings


def _known(database: Database) -> str | None:
    """The database's revision, if this program has it."""
    revision = revision_of(database)
    if revision is not None:
        try:
            ScriptDirectory.from_config(config()).get_revision(revision)
        except CommandError:
            raise DatabaseNewer(
                f"The database has the schema {revision}, which this Dohrao does not know (its own is {newest()}): "
                "update Dohrao, or restore the backup from before the update. Nothing was changed."
            ) from None
    return revision


def _literal(path: Path) -> str:
    """A path as a setting in which % would begin a reference."""
    return str(path).replace("%", "%%")
