"""Runs migrations on the connection it is given, or, under the alembic command, on the database named by -x url=...

A migration alters a table with `op.batch_alter_table`: on SQLite that makes the table again, and keeps all but
AUTOINCREMENT, which a table with it must be given anew: `table_kwargs={"sqlite_autoincrement": True}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from alembic import context
from alembic.util.exc import CommandError

from db.engine import open_database
from db.models import Base

if TYPE_CHECKING:
    from sqlalchemy import Connection


def run(connection: Connection) -> None:
    """The caller's transaction is the migrations' own, so that all of them happen or none."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        transactional_ddl=True,
        render_as_batch=True,
        compare_type=True,
        compare_server_default=True,
    )
    context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    url = context.get_x_argument(as_dictionary=True).get("url")
    if not isinstance(url, str):
        raise CommandError("say which database: alembic -x url=sqlite:///folder/file.sqlite3 ...")
    database = open_database(url)
    try:
        with database.migration() as connection:
            run(connection)
    finally:
        database.close()
