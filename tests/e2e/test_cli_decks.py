"""`dohrao deck`: checking, formatting, publishing and retiring decks from the command line."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from tests.e2e.command import CHECKOUT, Shell

if TYPE_CHECKING:
    from pathlib import Path

LESSON = """# Inference

Q: Which phase processes the whole input at once? — prefill
Accept: pre fill
Reject: decode

Q: Which phase builds new tokens one by one? — decode

Q: What comes next?
"""
CHANGED = LESSON.replace(
    "builds new tokens one by one? — decode", "builds the last tokens one by one? — sampling"
)


@pytest.fixture
def shell(tmp_path: Path, database_url: str) -> Shell:
    """A folder with one lesson, and a fresh database."""
    shell = Shell(tmp_path, {"DATABASE_URL": database_url})
    shell.write("lesson.md", LESSON)
    return shell


@pytest.fixture
def bare(tmp_path: Path) -> Shell:
    """A folder with one lesson and settings that are of no use: authors need none."""
    shell = Shell(tmp_path, {"DATABASE_URL": "nonsense", "BOT_TOKEN": "nonsense"})
    shell.write("lesson.md", LESSON)
    return shell


def test_check_counts_what_a_good_file_holds(bare: Shell) -> None:
    """An author sees how many cards, drafts and examples there are, and where the drafts stand."""
    ended = bare.dohrao("deck", "check", "lesson.md")
    assert ended.lines == ["lesson.md: 2 cards, 1 draft without an answer (line 9), 2 examples passed"]
    assert ended.code == 0


def test_check_lists_every_problem_of_every_file(bare: Shell) -> None:
    """All problems come in one go, as file:line: what, remedy; a failing example is one of them."""
    bare.write("a.md", "Q: Which phase? — prefill\nHnt: begins with p\nAlso:\n")
    bare.write("b.md", LESSON.replace("Reject: decode", "Accept: decode"))
    ended = bare.dohrao("deck", "check", "a.md", "lesson.md", "b.md", "away.md")
    assert [line.split(": ")[0] for line in ended.lines] == ["a.md:2", "a.md:3", "lesson.md", "b.md:5"]
    assert "`Hint:`" in ended.lines[0]
    assert "`Accept: decode` is graded wrong, " in ended.lines[3]
    assert ended.err == "away.md: can't be read (No such file or directory)\n"
    assert ended.code == 1


def test_d5_lines_are_right_behind_code_formulas_and_comments(bare: Shell) -> None:
    """D5: a `Q:` in a fence, a formula or a comment is no card, and the lines after it are counted right."""
    bare.write(
        "d5.md",
        "```\nQ: not a card? — no\n```\n\n$$\nQ: nor this? — no\n$$\n\n<!--\nQ: nor that? — no\n-->\n\n"
        "Q: Which container grows? — `std::vector`\n\nQ: Which phase is first? — prefill\nHnt: p\n",
    )
    ended = bare.dohrao("deck", "check", "d5.md")
    assert [line.split(": ")[0] for line in ended.lines] == ["d5.md:16"]
    bare.write("d5.md", (bare.folder / "d5.md").read_text().replace("Hnt", "Hint"))
    assert bare.dohrao("deck", "check", "d5.md").lines == ["d5.md: 2 cards, 0 drafts, 0 examples passed"]


def test_check_survives_any_file(bare: Shell) -> None:
    """Pictures, folders and odd names are answered with a sentence, and no byte of them reaches the terminal."""
    (bare.folder / "picture.md").write_bytes(bytes(range(256)) * 20)
    (bare.folder / "folder.md").mkdir()
    (bare.folder / "x\x1b[31m\n.md").write_bytes(b"Q: A? \xff")
    ended = bare.dohrao("deck", "check", "picture.md", "folder.md", "x\x1b[31m\n.md")
    assert ended.code == 1
    assert "folder.md: can't be read" in ended.err
    assert "picture.md:" in ended.out
    assert "\x1b" not in ended.out + ended.err


def test_the_shipped_decks_are_good_and_canonical(bare: Shell) -> None:
    """Every deck that comes with the program passes its own examples and stands in canonical form."""
    decks = sorted((CHECKOUT / "decks").glob("*.md"))
    assert decks
    assert bare.dohrao("deck", "check", *decks).code == 0
    assert bare.dohrao("deck", "fmt", "--check", *decks).code == 0


def test_fmt_writes_the_canonical_form_once(bare: Shell) -> None:
    """A file is rewritten with its mode and through its link, and then left untouched, byte for byte."""
    path = bare.folder / "lesson.md"
    path.chmod(0o640)
    (bare.folder / "link.md").symlink_to("lesson.md")
    assert bare.dohrao("deck", "fmt", "--check", "link.md").lines == ["link.md: not in canonical form"]
    assert path.read_text() == LESSON
    ended = bare.dohrao("deck", "fmt", "link.md")
    assert (ended.lines, ended.code) == (["link.md: formatted"], 0)
    assert "### Q: Which phase processes the whole input at once?" in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert (bare.folder / "link.md").is_symlink()
    before = path.stat()
    again = bare.dohrao("deck", "fmt", "lesson.md")
    assert (again.out, again.code) == ("", 0)
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [each.name for each in sorted(bare.folder.iterdir())] == ["lesson.md", "link.md"]


def test_fmt_check_tells_by_its_exit_code(bare: Shell) -> None:
    """`--check` exits with 1 for a file that is not canonical, and `fmt` with 1 for one that can't be made so."""
    assert bare.dohrao("deck", "fmt", "--check", "lesson.md").code == 1
    bare.write("broken.md", "Q: Which phase? — prefill\nHnt: p\n")
    ended = bare.dohrao("deck", "fmt", "broken.md")
    assert (ended.code, ended.lines[0].split(": ")[0]) == (1, "broken.md:2")
    assert (bare.folder / "broken.md").read_text() == "Q: Which phase? — prefill\nHnt: p\n"


def test_publish_says_what_changed(shell: Shell) -> None:
    """Each publication tells how many cards are the same, edited, new and retired, and which were left out."""
    ended = shell.dohrao("deck", "publish", "lesson.md")
    assert ended.lines == [
        "lesson.md: version 1 of lesson is live, 0 same, 0 edited, 2 new, 0 retired; 0 learners",
        "lesson.md: left out, no answer yet: line 9",
    ]
    assert ended.code == 0
    assert shell.dohrao("deck", "publish", "lesson.md").lines == [
        "lesson.md: unchanged, version 1 of lesson is live"
    ]
    shell.write("lesson.md", LESSON.replace("Q: What comes next?", "Q: Which metric is first? — TTFT"))
    would = shell.dohrao("deck", "publish", "--dry-run", "lesson.md")
    assert would.lines == [
        "lesson.md: version 2 of lesson would be live, 2 same, 0 edited, 1 new, 0 retired; 0 learners"
    ]
    assert shell.dohrao("deck", "publish", "lesson.md").lines == [would.out.strip().replace("would be", "is")]


def test_publish_asks_before_a_card_is_taken_for_another(shell: Shell) -> None:
    """A doubt ends with exit code 3 and the options that decide it; the command it proposes then works."""
    shell.dohrao("deck", "publish", "lesson.md")
    shell.write("lesson.md", CHANGED)
    ended = shell.dohrao("deck", "publish", "lesson.md")
    assert ended.code == 3
    assert ended.lines[0] == "lesson.md: nothing was published, 1 question may be a card the deck has already"
    assert "  --new 7   if it is another card, which begins anew" in ended.lines
    assert any("--same 7=2 " in line and "— decode" in line for line in ended.lines)
    proposed = ended.lines[-1].partition("dohrao ")[2].split()
    assert "0 new, 0 retired" in shell.dohrao(*proposed).out


def test_publish_takes_a_card_for_new_when_told(shell: Shell) -> None:
    """`--new LINE` retires the old card and begins the new one."""
    shell.dohrao("deck", "publish", "lesson.md")
    shell.write("lesson.md", CHANGED)
    assert (
        "1 same, 0 edited, 1 new, 1 retired" in shell.dohrao("deck", "publish", "lesson.md", "--new", 7).out
    )


def test_publish_goes_on_after_a_faulty_file(shell: Shell) -> None:
    """A file with problems is refused with exit code 1; the others go live."""
    shell.write("broken.md", "Q: Which phase? — prefill\nHnt: p\n")
    ended = shell.dohrao("deck", "publish", "broken.md", "away.md", "lesson.md")
    assert ended.code == 1
    assert ended.lines[0].startswith("broken.md:2: ")
    assert "version 1 of lesson is live" in ended.lines[1]
    assert "away.md: can't be read" in ended.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--same", "7"], "is not LINE=UID"),
        (["--same", "7=x"], "is not LINE=UID"),
        (["--same", "7=1", "--same", "7=2"], "line 7 is given two cards"),
        (["--new", "x"], "--new"),
        (["--new", "7", "other.md"], "give one file"),
    ],
)
def test_publish_refuses_a_decision_it_cannot_read(options: list[str], said: str, shell: Shell) -> None:
    """A mistyped decision is a wrong option, exit code 2, before anything is read or written."""
    ended = shell.dohrao("deck", "publish", "lesson.md", *options)
    assert ended.code == 2
    assert said in ended.err


def test_retire_takes_a_deck_away_until_it_is_published_again(shell: Shell) -> None:
    """A deck is retired by its name; a misspelt one is answered with the names there are."""
    shell.dohrao("deck", "publish", "lesson.md")
    wrong = shell.dohrao("deck", "retire", "leson")
    assert (wrong.code, wrong.err) == (1, "There is no deck leson: there are lesson.\n")
    ended = shell.dohrao("deck", "retire", "lesson")
    assert ended.code == 0
    assert ended.out.startswith("lesson: retired, 0 learners studied it")
    assert "was retired before" in shell.dohrao("deck", "retire", "lesson").out
    back = shell.dohrao("deck", "publish", "lesson.md")
    assert "version 2 of lesson is live, 2 same" in back.out
