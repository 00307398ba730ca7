"""`dohrao try` as somebody starts it: a process, a terminal, and a hand on Ctrl-C."""

from __future__ import annotations

import os
import pty
import select
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

CHECKOUT = Path(__file__).resolve().parents[2]
DECK = """---
title: Inference
language: en
---
Q: Which phase reads the whole input? — prefill
Q: Which phase builds tokens one by one? — decode
"""
TRY = [sys.executable, "-m", "bot", "try"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment with one deck and a data folder of its own."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "inference.md").write_text(DECK, encoding="utf-8")
    return {
        "DATA_DIR": str(tmp_path / "data"),
        "DECKS_DIR": str(tmp_path / "decks"),
        "TERM": "xterm",
        "LANG": "C.UTF-8",
    }


def types(environment: dict[str, str], *lines: str) -> subprocess.CompletedProcess[str]:
    """One run of `dohrao try --plain` that is fed these lines."""
    return subprocess.run(
        [*TRY, "--plain"],
        cwd=CHECKOUT,
        env=environment,
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


class Pty:
    """A `dohrao try` at a terminal of its own."""

    def __init__(self, environment: dict[str, str], command: str = "try") -> None:
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            [*TRY[:-1], command],
            cwd=CHECKOUT,
            env=environment,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self._seen = b""
        self._read = 0

    def reads(self, wanted: str) -> str:
        """Everything shown until, after what was read before, the wanted text; AssertionError at the end."""
        while (at := self._seen.find(wanted.encode(), self._read)) < 0:
            try:
                more = os.read(self._master, 4096)
            except OSError:
                more = b""
            assert more, self._seen.decode()
            self._seen += more
        self._read = at + len(wanted.encode())
        return self._seen.decode(errors="replace")

    def presses(self, keys: bytes) -> None:
        """Keys, as the terminal sends them."""
        os.write(self._master, keys)

    def interrupts(self) -> None:
        """Ctrl-C, once more if nothing comes of it: one between the prompt and the wait for keys is kept back."""
        self._process.send_signal(signal.SIGINT)
        while not select.select([self._master], [], [], 2)[0]:
            self._process.send_signal(signal.SIGINT)

    def ends(self) -> int:
        """The exit code."""
        return self._process.wait()

    def close(self) -> None:
        """Make sure that nothing is left of it."""
        self._process.kill()
        self._process.wait()
        os.close(self._master)


@contextmanager
def terminal(environment: dict[str, str], command: str = "try") -> Iterator[Pty]:
    """A run at a terminal, at its first prompt."""
    opened = Pty(environment, command)
    try:
        opened.reads("▶ Start")
        opened.reads("> ")
        yield opened
    finally:
        opened.close()


def test_from_nothing_to_a_graded_answer(environment: dict[str, str]) -> None:
    """On a machine without a token or a database the first run greets, asks and grades; the second goes on."""
    first = types(environment, "/1", "prefill")
    assert (first.returncode, first.stderr) == (0, "")
    assert "✅ Right: prefill" in first.stdout
    second = types(environment, "/review", "decode")
    assert (second.returncode, second.stderr) == (0, "")
    assert "✅ Right: decode" in second.stdout
    assert "/start" not in second.stdout


def test_a_run_without_a_token_prepares_everything_and_talks_here(environment: dict[str, str]) -> None:
    """`dohrao run` migrates the database, publishes the decks, says why it talks here, and the chat has its own file."""
    data = Path(environment["DATA_DIR"])
    data.mkdir()
    with terminal(environment, "run") as at_terminal:
        at_terminal.presses(b"/1\r")
        assert "No BOT_TOKEN" in at_terminal.reads("the whole input?")
    for file, learners in (("dohrao.sqlite3", 0), ("try.sqlite3", 1)):
        with closing(sqlite3.connect(data / file)) as database:
            assert database.execute("SELECT name, current_version FROM deck").fetchall() == [("inference", 1)]
            assert database.execute("SELECT count(*) FROM learner").fetchone() == (learners,)


def test_the_finest_log_holds_nothing_of_what_is_typed(environment: dict[str, str]) -> None:
    """Even at DEBUG neither an answer nor a name gets into the log, and the log is not part of the chat."""
    ran = types(environment | {"LOG_LEVEL": "DEBUG"}, "/name Canaria", "/1", "canary4711", "/stats")
    assert ran.returncode == 0
    assert "canary4711" in ran.stdout
    assert "canary4711" not in ran.stderr
    assert "Canaria" not in ran.stderr


def test_a_killed_run_has_kept_its_answer_and_counts_it_once(environment: dict[str, str]) -> None:
    """After kill -9 the answer stands in the log, once, and the next question is the open one."""
    with subprocess.Popen(
        [*TRY, "--plain"], cwd=CHECKOUT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"/1\nprefill\n")
        process.stdin.flush()
        while "Right: prefill" not in process.stdout.readline().decode():
            assert process.poll() is None
        process.kill()
    shown = types(environment, "/review")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "builds tokens" in shown.stdout
    with closing(sqlite3.connect(Path(environment["DATA_DIR"]) / "try.sqlite3")) as database:
        assert database.execute("SELECT type, quality FROM event").fetchall() == [("answer", 5)]


@pytest.mark.parametrize("way", ["Ctrl-C", "Ctrl-D", "/quit"])
def test_one_leaves_politely(environment: dict[str, str], way: str) -> None:
    """However one leaves a terminal, the program says goodbye and ends with 0 and without a traceback."""
    with terminal(environment) as at_terminal:
        if way == "Ctrl-C":
            at_terminal.interrupts()
        else:
            at_terminal.presses(b"\x04" if way == "Ctrl-D" else b"/quit\r")
        shown = at_terminal.reads("Bye.")
        assert at_terminal.ends() == 0
        assert "Traceback" not in shown


@pytest.mark.parametrize("no_colour", [False, True])
def test_bold_in_a_terminal_unless_it_is_not_wanted(environment: dict[str, str], no_colour: bool) -> None:
    """A terminal shows a question in bold; with NO_COLOR set it shows plain text."""
    with terminal(environment | ({"NO_COLOR": "1"} if no_colour else {})) as at_terminal:
        at_terminal.presses(b"/1\r")
        shown = at_terminal.reads("the whole input?")
        assert ("\x1b[1mWhich phase" in shown) == (not no_colour)


@pytest.mark.parametrize("command", ["run", "try"])
def test_without_a_terminal_one_line_says_what_to_do(environment: dict[str, str], command: str) -> None:
    """Where nobody can type, the program ends with 2 and one line, and starts no database."""
    ended = subprocess.run(
        [*TRY[:-1], command],
        cwd=CHECKOUT,
        env={**environment, "BOT_TOKEN": ""},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1
    assert "BOT_TOKEN" in ended.stderr
    assert not Path(environment["DATA_DIR"]).exists()


def test_a_reader_who_goes_away_is_no_error(environment: dict[str, str]) -> None:
    """`dohrao try --plain | head -1` ends without a traceback."""
    with subprocess.Popen(
        [*TRY, "--plain"],
        cwd=CHECKOUT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, errors = process.communicate(b"/1\n" * 20)
    assert errors == b""


def test_a_start_does_not_wait_for_servers_and_drivers(environment: dict[str, str]) -> None:
    """What only a webhook, PostgreSQL or a Markdown preview needs is not imported to chat in a terminal."""
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", *TRY[1:], "--plain"],
        cwd=CHECKOUT,
        env=environment,
        input="/1\nprefill\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    imported = {line.rsplit("|", 1)[1].strip().split(".")[0] for line in ended.stderr.splitlines()}
    assert "telegram" in imported
    assert imported.isdisjoint({"starlette", "uvicorn", "psycopg", "markdown_it", "mdit_py_plugins"})


PROGRAM = Path(sys.prefix) / "bin" / "dohrao"


@pytest.mark.skipif(not PROGRAM.exists(), reason="this environment was not made by make")
def test_the_program_runs_from_any_folder(environment: dict[str, str], tmp_path: Path) -> None:
    """The `dohrao` that make writes finds its code from elsewhere, also beside a folder called bot."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").write_text("raise ImportError('the wrong bot')")
    ended = subprocess.run(
        [PROGRAM, "try", "--plain"],
        cwd=tmp_path,
        env={**environment, "PATH": os.defpath},
        input="/quit\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Bye." in ended.stdout
