"""The README is true: its commands run, its deck is a deck, its chat is what the bot says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.core.deckfile import check_deck, read_deck
from bot.core.deckfile.fields import Field
from tests.chat.story import Story

if TYPE_CHECKING:
    from db import Database

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The README's code blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]


def test_every_make_target_it_names_exists() -> None:
    """`make …` in the README is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", README, re.MULTILINE))
    assert {"run", "test"} <= named
    assert named <= targets


def test_its_commands_run(database_url: str, tmp_path: Path) -> None:
    """Each `dohrao` command of the README, in its order, does what it says on a fresh database."""
    env = {
        "DATABASE_URL": database_url,
        "DATA_DIR": str(tmp_path),
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path),
    }
    ran = 0
    for line in COMMANDS:
        if "dohrao" not in line:
            assert line.startswith("make ")
            continue
        piped, _, command = line.rpartition("|")
        stdin = shlex.split(piped)[1] if piped else ""
        arguments = shlex.split(command)[1:]
        done = subprocess.run(
            [sys.executable, "-m", "bot", *arguments], cwd=ROOT, env=env, input=stdin, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        ran += 1
    assert ran >= 5


def test_its_deck_is_a_deck() -> None:
    """The deck shown has three whole cards, no problem, and its own examples pass."""
    (text,) = blocks("markdown")
    deck = read_deck(text, "inference.md")
    assert check_deck(deck) == ()
    assert len(deck.complete) == 3
    assert deck.title == "How LLM Inference Works"


async def test_its_chat_is_what_the_bot_says(database: Database) -> None:
    """The question, the answer and the verdict shown at the top are those of the lesson's third card."""
    shown = [
        line.removeprefix(">").strip().replace("**", "")
        for line in README.splitlines()
        if line.startswith(">")
    ]
    _, question, _, reply, _, verdict = shown
    story = Story(database)
    story.publishes((ROOT / "decks/lesson-13.md").read_text(encoding="utf-8"), "lesson-13.md")
    await story.begins()
    asha = story.someone("Asha")
    await asha.sends("/start")
    await asha.taps("Shuru karo")
    await asha.sends("prefill")
    await asha.sends("decode")
    asha.sees("3 / 8", question)
    await asha.sends(reply.strip("*"))
    asha.sees(verdict)
    await story.ends()


def test_every_field_of_a_card_is_explained() -> None:
    """No field of the deck format is missing from the README's table."""
    for field in Field:
        assert f"{field}:" in README, field
