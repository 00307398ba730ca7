"""Opening the database for a command, and bringing it to the schema that this program knows."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from bot.services.publishing import publish_house_decks
from db import Database, DatabaseUnreachable, open_database
from db.migrate import newest, revision_of
from db.migrate import upgrade as bring_up

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.settings import Settings

UNREACHABLE = 4
"""The exit code when the database can't be used."""


@contextmanager
def opened(settings: Settings) -> Iterator[Database]:
    """The database, in this program's schema; it is closed at the end. Raises DatabaseUnreachable.

    An empty database is filled with tables. One of an older program is not touched: that program may be running.
    """
    with _connected(settings) as database:
        revision = revision_of(database)
        # Revisions count upwards; one that is not known here is refused in `bring_up`.
        if revision is not None and revision < (newest() or ""):
            raise DatabaseUnreachable(
                f"The database has the older schema {revision}: stop Dohrao if it is running, "
                "then bring the database up with `dohrao db upgrade`."
            )
        bring_up(database)
        yield database


def upgrade(settings: Settings) -> None:
    """Bring the database to the newest schema and say what happened."""
    with _connected(settings) as database:
        before = revision_of(database)
        bring_up(database)
        after = revision_of(database)
    typer.echo(
        f"already at {after}" if before == after else f"upgraded from {before or 'nothing'} to {after}"
    )


def prepare(settings: Settings, now: datetime) -> None:
    """What a start does first: bring the database to the newest schema and publish the decks that come with the program."""
    with _connected(settings) as database:
        bring_up(database)
        for line in publish_house_decks(database, settings.decks_dir, now):
            typer.echo(f"{'warning: ' if line.warning else ''}{line.text}")


def revision(settings: Settings) -> None:
    """Say which schema the database has and which one this program brings it to."""
    with _connected(settings) as database:
        typer.echo(f"database: {revision_of(database) or 'empty'}\nprogram: {newest()}")


@contextmanager
def _connected(settings: Settings) -> Iterator[Database]:
    if "data_dir" not in settings.model_fields_set and "database_url" not in settings.model_fields_set:
        # Only the default folder is made: one that somebody named may be a disk that is not there.
        try:
            settings.data_dir.mkdir(exist_ok=True)
        except OSError as error:
            raise DatabaseUnreachable(
                f"The folder {settings.data_dir} can't be created ({error.strerror}): "
                "create it, or set DATA_DIR to another one."
            ) from error
    database = open_database(settings.database_url)
    try:
        yield database
    finally:
        database.close()
