"""The command line `dohrao`, and the only reader of the real clock and the environment.

Commands are imported when they are called, so that `dohrao deck check` does not wait for database and Telegram.
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import contextmanager
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.settings import Settings
    from db import Database

BAD_SETTINGS = 2
"""The exit code when a setting is wrong, as for a wrong option."""
NO_SERVING = (
    "BOT_TOKEN: this version does not serve Telegram yet; leave the setting empty, "
    "or run `dohrao try` to talk to the bot in this terminal"
)

TALKS_HERE = "No BOT_TOKEN: you talk to the bot here, in this terminal."

Files = Annotated[list[Path], typer.Argument(metavar="FILE", help="Deck files: Markdown or plain text.")]

app = typer.Typer(
    name="dohrao",
    help="A Telegram bot for spaced repetition and interview practice that grades typed answers.",
    epilog="Exit codes: 0 done, 1 problems in a file, 2 wrong options or settings, 3 cards to decide about, 4 no database.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    # A fault of ours shows a plain traceback: the decorated one prints the values of variables, secrets too.
    pretty_exceptions_enable=False,
)
deck = typer.Typer(help="Check, format, publish and retire decks.", no_args_is_help=True)
db = typer.Typer(help="Look after the database.", no_args_is_help=True)
app.add_typer(deck, name="deck")
app.add_typer(db, name="db")


@app.command()
def run() -> None:
    """Start the bot; without a BOT_TOKEN, in the environment or in .env, it is a chat in this terminal."""
    settings = _settings()
    if settings.bot_token is not None:
        _end([NO_SERVING], BAD_SETTINGS)

    def opening() -> None:
        from bot.commands.database import prepare

        prepare(settings, _now())
        typer.echo(TALKS_HERE)

    _try(settings, plain=False, opening=opening)


@app.command("try")
def try_here(
    plain: Annotated[
        bool,
        typer.Option(
            "--plain", help="Read lines from wherever standard input comes from, and style nothing."
        ),
    ] = False,
) -> None:
    """Try the bot in this terminal, without a token and without Telegram."""
    _try(_settings(), plain=plain)


@app.command()
def grade(
    deck_file: Annotated[
        Path | None,
        typer.Option("--deck", metavar="FILE", help="A deck file whose cards and text the grader knows too."),
    ] = None,
) -> None:
    """Grade cases: JSON Lines on standard input, one verdict a line on standard output.

    A case has id, question, answers (a list, the shown one first) and reply; optional are kind (short or long),
    points, reject and deck. The cases of one deck are graded as that deck. A line that is no case gets a line
    with its number and what is wrong, and the others are graded.
    """
    from bot.commands.grading import grade as grade_cases

    raise typer.Exit(grade_cases(deck_file))


@deck.command()
def check(files: Files) -> None:
    """Read the files, run their Accept: and Reject: examples, and print all problems as file:line: what, remedy."""
    from bot.commands.decks import check as check_files

    raise typer.Exit(check_files(files))


@deck.command()
def fmt(
    files: Files,
    only_check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit with 1 if a file is not in canonical form.")
    ] = False,
) -> None:
    """Rewrite the files in canonical form, which GitHub renders well; one that is in it is left untouched."""
    from bot.commands.decks import fmt as format_files

    raise typer.Exit(format_files(files, only_check=only_check))


@deck.command()
def publish(
    files: Files,
    same: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LINE=UID", help="The question in this line is this card, which keeps its progress."
        ),
    ] = None,
    new: Annotated[
        list[int] | None, typer.Option(metavar="LINE", help="The question in this line is a new card.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would change for learners, and change nothing.")
    ] = False,
) -> None:
    """Make the files the live versions of their decks; learners keep their progress.

    A card is known again by its Id:, its question or its likeness. Where that is not enough nothing is published:
    the list says which cards are in doubt (exit code 3), and --same or --new, as often as needed, decide.
    """
    from bot.commands.publishing import publish as publish_files

    decided = _decisions(same or [])
    if (decided or new) and len(files) != 1:
        raise typer.BadParameter(
            "--same and --new are about the lines of one file: give one file", param_hint="FILE..."
        )
    with _database() as database:
        code = publish_files(database, files, _now(), same=decided, new_cards=new or [], dry_run=dry_run)
    raise typer.Exit(code)


@deck.command()
def retire(
    name: Annotated[
        str, typer.Argument(help="The deck's name: its deck: line, or the file name without suffix.")
    ],
) -> None:
    """Take a deck out of study. Nothing is deleted: publishing it again brings it back with everybody's progress."""
    from bot.commands.publishing import retire_deck

    with _database() as database:
        code = retire_deck(database, name, _now())
    raise typer.Exit(code)


@db.command()
def upgrade() -> None:
    """Bring the database to the schema of this program; the bot must not be running."""
    from bot.commands.database import upgrade as upgrade_database

    with _database_faults():
        upgrade_database(_settings())


@db.command()
def revision() -> None:
    """Print the schema that the database has, and the one that this program needs."""
    from bot.commands.database import revision as print_revision

    with _database_faults():
        print_revision(_settings())


def _decisions(same: list[str]) -> dict[int, int]:
    """LINE=UID options as numbers; a line that is decided twice is refused."""
    decided: dict[int, int] = {}
    for option in same:
        line, _, uid = option.partition("=")
        if not (line.isdecimal() and uid.isdecimal()):
            raise typer.BadParameter(f"{option!r} is not LINE=UID, for example 31=7", param_hint="--same")
        if decided.setdefault(int(line), int(uid)) != int(uid):
            raise typer.BadParameter(f"line {line} is given two cards", param_hint="--same")
    return decided


def _settings() -> Settings:
    from bot.settings import home_folder, load_settings

    settings = load_settings(os.environ, home_folder(Path.cwd()))
    return _end(settings, BAD_SETTINGS) if isinstance(settings, list) else settings


def _try(settings: Settings, *, plain: bool, opening: Callable[[], None] | None = None) -> NoReturn:
    from bot.sandbox.terminal import try_out

    _log(settings.log_level)
    with _database_faults():
        code = try_out(
            settings.data_dir,
            settings.decks_dir,
            settings.default_zone,
            _now,
            plain=plain,
            colour="NO_COLOR" not in os.environ,
            opening=opening,
        )
    raise typer.Exit(code)


def _log(level: str) -> None:
    """Log to standard error; libraries only what is wrong, since in detail they print tokens and what learners type."""
    logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s")
    for library in ("alembic", "telegram", "httpx", "httpcore", "sqlalchemy", "asyncio"):
        logging.getLogger(library).setLevel(logging.WARNING)


def _now() -> datetime:
    return datetime.now(UTC)


@contextmanager
def _database() -> Iterator[Database]:
    from bot.commands.database import opened

    settings = _settings()
    with _database_faults(), opened(settings) as database:
        yield database


@contextmanager
def _database_faults() -> Iterator[None]:
    """A database that can't be used ends the program with a sentence; anything else is a bug and shows itself."""
    from bot.commands.database import UNREACHABLE
    from db import DatabaseUnreachable

    try:
        yield
    except DatabaseUnreachable as error:
        _end([str(error)], UNREACHABLE)


def _end(sentences: list[str], code: int) -> NoReturn:
    for sentence in sentences:
        typer.echo(sentence, err=True)
    raise typer.Exit(code)


def main() -> None:
    """Run the command line; text that the terminal's encoding lacks is escaped and never an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="dohrao")


if __name__ == "__main__":
    main()
