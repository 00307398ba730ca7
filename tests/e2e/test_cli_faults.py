"""`dohrao` with wrong settings or without a database: one clear sentence each, an exit code, and no secret."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.e2e.command import CHECKOUT, Shell

SECRET = "AAE-canary_canary_canary_canary_can"
NOBODY = 65534


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A folder with one deck and nothing set."""
    shell = Shell(tmp_path)
    shell.write("lesson.md", "Q: Which phase? — prefill\n")
    return shell


@pytest.mark.parametrize("command", [["run"], ["deck", "publish", "lesson.md"]])
def test_all_wrong_settings_are_named_at_once(command: list[str], shell: Shell) -> None:
    """Every command that needs settings lists all that are wrong, with exit code 2, and shows no value."""
    ended = shell.dohrao(
        *command,
        BOT_TOKEN=f"bot1:{SECRET}",
        DATABASE_URL=f"{SECRET}://x",
        DEFAULT_ZONE=SECRET,
        LOG_LEVEL=SECRET,
    )
    assert ended.code == 2
    said = [line.partition(":")[0] for line in ended.err.splitlines()]
    assert sorted(said) == ["BOT_TOKEN", "DATABASE_URL", "DEFAULT_ZONE", "LOG_LEVEL"]
    assert "canary" not in ended.out + ended.err


def test_the_env_file_of_the_working_folder_counts(shell: Shell) -> None:
    """A `.env` where the command is called is read, and relative paths begin there."""
    shell.write(".env", "DATABASE_URL=sqlite:///here.sqlite3\n")
    assert shell.dohrao("db", "upgrade").code == 0
    assert (shell.folder / "here.sqlite3").is_file()
    shell.write(".env", f"BOT_TOKEN {SECRET}\n")
    ended = shell.dohrao("db", "revision")
    assert (ended.code, ended.err.partition(" of ")[0]) == (2, ".env: line 1")
    assert "canary" not in ended.err


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite:///{folder}/away/x.sqlite3", "is missing: create it"),
        ("sqlite:///{folder}/lesson.md/x.sqlite3", "which is not a folder"),
        ("sqlite:///{folder}/lesson.md", "is not an SQLite database"),
        ("sqlite:///:memory:", "names no SQLite file"),
        ("postgresql://asha:canary@127.0.0.1:1/dohrao", "127.0.0.1:1 can't be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_explained(url: str, said: str, shell: Shell) -> None:
    """One sentence says what is wrong and what to do; exit code 4; the deck file is not touched."""
    ended = shell.dohrao("deck", "publish", "lesson.md", DATABASE_URL=url.format(folder=shell.folder))
    assert ended.code == 4
    assert said in ended.err
    assert len(ended.err.splitlines()) == 1
    assert "canary" not in ended.err
    assert (shell.folder / "lesson.md").read_text() == "Q: Which phase? — prefill\n"


def test_a_data_folder_that_cannot_be_written_is_explained() -> None:
    """Without the right to write to the data folder there is one sentence that asks for it."""
    # Not below pytest's own folder, which only its owner may enter.
    with tempfile.TemporaryDirectory() as name:
        shell = Shell(Path(name))
        data = shell.folder / "data"
        data.mkdir()
        data.chmod(0o555)
        shell.folder.chmod(0o755)
        shell.write(".env", "")
        command, environment = shell.command("db", "upgrade")
        if os.geteuid() == 0:
            # Root may write anywhere: its rights are given up as soon as the program is loaded.
            script = (
                "import os, runpy, encodings.utf_8_sig, bot.commands.database, bot.settings; "
                "import sqlalchemy.dialects.sqlite.pysqlite; "
                f"os.seteuid({NOBODY}); runpy.run_module('bot', run_name='__main__')"
            )
            command = [sys.executable, "-c", script, *command[3:]]
        ended = subprocess.run(
            command, cwd=name, env=environment, capture_output=True, check=False, text=True
        )
    assert ended.stderr == (
        f"The folder {data} of the database can't be written: give this user the right to write to it.\n"
    )
    assert ended.returncode == 4


def test_a_newer_database_is_left_alone(shell: Shell, tmp_path: Path) -> None:
    """A database of a later Dohrao is refused with exit code 4 and stays as it is."""
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    assert shell.dohrao("db", "upgrade", DATABASE_URL=url).out == "upgraded from nothing to 0001\n"
    assert shell.dohrao("db", "upgrade", DATABASE_URL=url).out == "already at 0001\n"
    with sqlite3.connect(tmp_path / "x.sqlite3") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    for command in (["db", "upgrade"], ["deck", "publish", "lesson.md"]):
        ended = shell.dohrao(*command, DATABASE_URL=url)
        assert ended.code == 4
        assert "schema 9999, which this Dohrao does not know" in ended.err
    assert shell.dohrao("db", "revision", DATABASE_URL=url).lines[0] == "database: 9999"


def test_an_older_database_is_not_moved_by_the_way(shell: Shell, tmp_path: Path) -> None:
    """Publishing a deck never migrates a database that an older, perhaps running, Dohrao uses."""
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    shell.dohrao("db", "upgrade", DATABASE_URL=url)
    with sqlite3.connect(tmp_path / "x.sqlite3") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
    connection.close()
    ended = shell.dohrao("deck", "publish", "lesson.md", DATABASE_URL=url)
    assert ended.code == 4
    assert "`dohrao db upgrade`" in ended.err


def test_an_empty_database_is_made_on_the_way(shell: Shell, tmp_path: Path) -> None:
    """On a fresh machine publishing is the first command that is needed."""
    ended = shell.dohrao("deck", "publish", "lesson.md", DATABASE_URL=f"sqlite:///{tmp_path}/x.sqlite3")
    assert (ended.code, ended.err) == (0, "")


def test_a_token_is_refused_while_nothing_serves_it(shell: Shell) -> None:
    """`run` with a good token says in one sentence what there is instead."""
    ended = shell.dohrao("run", BOT_TOKEN=f"123456789:{SECRET}")
    assert (ended.code, len(ended.err.splitlines())) == (2, 1)
    assert "`dohrao try`" in ended.err
    assert "canary" not in ended.err


def test_help_explains_every_command_and_option(shell: Shell) -> None:
    """Each command and each option has a sentence of help."""
    commands = [
        ["run"],
        ["try"],
        ["grade"],
        ["deck", "check"],
        ["deck", "fmt"],
        ["deck", "publish"],
        ["deck", "retire"],
        ["db", "upgrade"],
        ["db", "revision"],
    ]
    script = (
        "from typer.main import get_command; from bot.__main__ import app\n"
        "def walk(command, path):\n"
        "    for name, each in getattr(command, 'commands', {}).items(): walk(each, [*path, name])\n"
        "    if not getattr(command, 'commands', None): print(*path)\n"
        "    assert command.help, path\n"
        "    for each in command.params: assert getattr(each, 'help', None), (path, each.name)\n"
        "walk(get_command(app), [])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert ended.stderr == ""
    assert [line.split() for line in ended.stdout.splitlines()] == commands
    assert "Exit codes" in shell.dohrao("--help").out
    assert shell.dohrao("deck", "chek").code == 2


def test_checking_a_deck_waits_for_no_database(shell: Shell) -> None:
    """`dohrao deck check` loads neither the database nor Telegram nor settings."""
    script = (
        "import sys; from bot.commands import decks; from pathlib import Path; decks.check([Path('lesson.md')])\n"
        "heavy = {'sqlalchemy', 'alembic', 'telegram', 'pydantic', 'db'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    command, environment = shell.command()
    ended = subprocess.run(
        [command[0], "-c", script],
        cwd=shell.folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
