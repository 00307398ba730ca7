"""Decides where the tests' PostgreSQL comes from: a server given by address, or one started for this run alone."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import psycopg
from psycopg import sql
from sqlalchemy import make_url

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 30.0
"""Seconds a server may take to start."""
MEMORY = Path("/dev/shm")  # noqa: S108  # a folder of random name inside it
"""Where Linux keeps files in memory: a database is made in 15 ms there, on a disk in 300."""
HASTY = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "listen_addresses=",
    "max_connections=60",
)
"""A test server may lose its data, and is reached through a socket in its own folder."""


class Missing(Exception):  # noqa: N818  # says what is the case
    """There is no PostgreSQL server to run the tests on; the text says what to install."""


class Server:
    """A server on which the tests make their databases; the address's user may create databases."""

    def __init__(self, address: str) -> None:
        self._address = make_url(address)
        self._numbers = itertools.count(1)

    def create(self, template: str = "") -> str:
        """Make a database, empty or a copy of the one at an address, and give its address."""
        name = f"dohrao_test_{os.getpid()}_{next(self._numbers)}"
        source = str(make_url(template).database) if template else "template0"
        self._execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(source))
        )
        return self._address.set(database=name).render_as_string(hide_password=False)

    def drop(self, address: str) -> None:
        """Remove a database, whoever is still connected to it."""
        name = sql.Identifier(str(make_url(address).database))
        self._execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))

    def _execute(self, statement: sql.Composed) -> None:
        plain = self._address.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(plain, autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def running() -> Iterator[Server]:
    """A server of this run's own, in a folder that goes with it; raises Missing."""
    programs = _programs()
    with TemporaryDirectory(
        prefix="dohrao-pg-", dir=MEMORY if MEMORY.is_dir() else None, ignore_cleanup_errors=True
    ) as name:
        folder = Path(name)
        user = _unprivileged()
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        subprocess.run(
            [programs / "initdb", "-D", folder / "data", "-U", "dohrao", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"],
            check=True, capture_output=True, cwd=folder, user=user and user.pw_uid, group=user and user.pw_gid,
        )  # fmt: skip
        settings = [word for setting in HASTY for word in ("-c", setting)]
        with (
            (folder / "log").open("wb") as log,
            subprocess.Popen(
                [programs / "postgres", "-D", folder / "data", "-k", folder, *settings],
                stdout=log,
                stderr=log,
                cwd=folder,
                user=user and user.pw_uid,
                group=user and user.pw_gid,
            ) as process,  # fmt: skip
        ):
            try:
                address = f"postgresql://dohrao@/postgres?host={folder}"
                _wait(process, address, folder / "log")
                yield Server(address)
            finally:
                process.send_signal(signal.SIGINT)


def _programs() -> Path:
    """The folder of the newest server on this machine: Debian keeps it off the PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda found: int(found.parts[4]))
    found = debian[-1] if debian else shutil.which("initdb")
    if found is None:
        raise Missing(
            "--pg found no PostgreSQL server: install one (Debian: apt-get install postgresql) "
            "or set TEST_DATABASE_URL to one whose user may create databases."
        )
    return Path(found).parent


def _unprivileged() -> pwd.struct_passwd | None:
    """The user to run the server as: it refuses to run as root. None means whoever runs the tests."""
    if os.getuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def _wait(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError as error:
            if process.poll() is not None or time.monotonic() > deadline:
                raise Missing(f"--pg could not start PostgreSQL:\n{log.read_text()}") from error
            time.sleep(0.05)
        else:
            return
