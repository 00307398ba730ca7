"""`dohrao grade`: cases as JSON Lines on the standard input, verdicts on the standard output."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import typer

from bot.commands.decks import FAULTY, source_of
from bot.commands.text import problem_lines
from bot.core.grading import grade_cases

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import BinaryIO

    from bot.core.card import Card

Deck = tuple["Sequence[Card]", str]


def grade(deck_file: Path | None) -> int:
    """Grade the cases on the standard input; a deck file adds its cards and prose to what the grader knows."""
    deck: Deck | None = None
    if deck_file is not None:
        source = source_of(deck_file)
        for line in problem_lines(deck_file, source.deck.problems if source else ()):
            typer.echo(line, err=True)
        if source is None or source.deck.problems:
            return FAULTY
        deck = [placed.card for placed in source.deck.complete], source.deck.prose
    try:
        for line in grade_cases(_lines(sys.stdin.buffer), deck):
            # A half of a surrogate pair, which JSON can name and UTF-8 can't hold, is written as JSON names it.
            sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Whoever reads has read enough. What is still buffered goes nowhere, or the exit would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _lines(file: BinaryIO) -> Iterator[str]:
    """The lines of a UTF-8 file, parted by line feeds alone; bytes that are not UTF-8 spoil their own line only."""
    for number, line in enumerate(file):
        yield line.decode("utf-8-sig" if number == 0 else "utf-8", "replace")
