"""Decides which database a test gets: a fresh SQLite file, or under --pg (or TEST_DATABASE_URL) a fresh PostgreSQL one.

Either is a copy of one that was migrated once, so that a test costs milliseconds and sees nobody else's rows.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from db import open_database
from db.migrate import upgrade
from tests.postgresql import Missing, Server, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from db import Database

ADDRESS = os.environ.get("TEST_DATABASE_URL", "")  # noqa: TID251  # the tests' own setting, which the program never reads


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest --pg` runs every test that needs a database on a PostgreSQL server of the run's own."""
    parser.addoption(
        "--pg", action="store_true", help="run on PostgreSQL: TEST_DATABASE_URL, or a server started here"
    )


@pytest.fixture(scope="session")
def server(pytestconfig: pytest.Config) -> Iterator[Server | None]:
    """The PostgreSQL server of the run; None when the run is on SQLite."""
    if ADDRESS:
        yield Server(ADDRESS)
    elif pytestconfig.getoption("--pg"):
        try:
            with running() as started:
                yield started
        except Missing as error:
            pytest.exit(str(error), returncode=pytest.ExitCode.USAGE_ERROR)
    else:
        yield None


@pytest.fixture(scope="session")
def template(server: Server | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a database that was migrated once and is only copied."""
    if server is None:
        address = f"sqlite:///{tmp_path_factory.mktemp('template') / 'dohrao.sqlite3'}"
    else:
        address = server.create()
    migrated = open_database(address)
    upgrade(migrated)
    migrated.close()
    yield address
    if server is not None:
        server.drop(address)


@pytest.fixture
def database_url(
    server: Server | None, template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a fresh, migrated database, for programs that open it themselves."""
    if server is None:
        folder = tmp_path_factory.mktemp("database")
        shutil.copy(template.removeprefix("sqlite:///"), folder / "dohrao.sqlite3")
        yield f"sqlite:///{folder / 'dohrao.sqlite3'}"
        shutil.rmtree(folder)
    else:
        address = server.create(template)
        yield address
        server.drop(address)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A fresh, migrated, open database."""
    opened = open_database(database_url)
    yield opened
    opened.close()


@pytest.fixture
def empty_database(server: Server | None, tmp_path: Path) -> Iterator[Database]:
    """An open database without tables, for the tests of migrations."""
    address = f"sqlite:///{tmp_path / 'empty.sqlite3'}" if server is None else server.create()
    opened = open_database(address)
    yield opened
    opened.close()
    if server is not None:
        server.drop(address)
