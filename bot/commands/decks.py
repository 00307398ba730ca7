"""`dohrao deck check` and `dohrao deck fmt`: what an author does with a deck file, without a database."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from bot.commands.text import counted, problem_lines
from bot.core.deckfile import check_deck, format_deck
from bot.services.deck_source import DeckSource, plain, read_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.deckfile import DeckFile

FAULTY = 1
"""The exit code when a file has problems."""


def check(paths: Sequence[Path]) -> int:
    """Print every problem of the files, and what those without one contain."""
    code = 0
    for path in paths:
        source = source_of(path)
        problems = check_deck(source.deck) if source else ()
        for line in problem_lines(path, problems):
            typer.echo(line)
        if source is None or problems:
            code = FAULTY
        else:
            typer.echo(f"{plain(path)}: {contents(source.deck)}")
    return code


def contents(deck: DeckFile) -> str:
    """How much there is in a deck, with the lines of its drafts."""
    examples = sum(len(placed.card.accept) + len(placed.card.reject) for placed in deck.complete)
    drafts = counted(len(deck.drafts), "draft")
    if deck.drafts:
        lines = ", ".join(str(placed.line) for placed in deck.drafts)
        drafts += f" without an answer (line {lines})"
    return f"{counted(len(deck.complete), 'card')}, {drafts}, {counted(examples, 'example')} passed"


def fmt(paths: Sequence[Path], *, only_check: bool) -> int:
    """Bring the files into the canonical form, or only say which are not in it."""
    code = 0
    for path in paths:
        source = source_of(path)
        if source is None:
            code = FAULTY
            continue
        # The deck's problems come first: they know the file's bytes, as its text does not.
        formatted = source.deck.problems or format_deck(source.text, path.name)
        if not isinstance(formatted, str):
            for line in problem_lines(path, formatted):
                typer.echo(line)
            code = FAULTY
        elif formatted != source.text:
            typer.echo(f"{plain(path)}: {'not in canonical form' if only_check else 'formatted'}")
            if only_check or not _rewrite(path, formatted):
                code = FAULTY
    return code


def source_of(path: Path) -> DeckSource | None:
    """The deck file; None, with a sentence on the error output, when it can't be read."""
    try:
        return read_source(path)
    except OSError as error:
        typer.echo(f"{plain(path)}: can't be read ({error.strerror})", err=True)
        return None


def _rewrite(path: Path, text: str) -> bool:
    """Replace a file's text whole or not at all, keeping its mode, and through a link the file it leads to."""
    target = path.resolve()
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as folder:
            draft = Path(folder) / target.name
            draft.write_text(text, encoding="utf-8", newline="")
            shutil.copymode(target, draft)
            draft.replace(target)
    except OSError as error:
        typer.echo(f"{plain(path)}: can't be written ({error.strerror})", err=True)
        return False
    return True
