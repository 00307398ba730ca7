"""`dohrao grade`: cases in, verdicts out, whatever stands in between."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.command import Shell

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A folder with a deck, and settings that are of no use: grading needs none."""
    shell = Shell(tmp_path, {"DATABASE_URL": "nonsense"})
    shell.write("deck.md", "MTTR (mean time to repair) says how fast you are.\n\nQ: Which metric? — MTTR\n")
    return shell


def case(number: int, reply: str, answer: str = "prefill") -> dict[str, Any]:
    """A short case."""
    return {
        "id": f"c{number}",
        "kind": "short",
        "question": "Which phase?",
        "answers": [answer],
        "reply": reply,
    }


def lines(*cases: dict[str, Any]) -> bytes:
    """Cases as JSON Lines."""
    return "".join(f"{json.dumps(each)}\n" for each in cases).encode()


def test_each_case_gets_its_verdict(shell: Shell) -> None:
    """The verdicts come in the order of the cases, each with confidence and reason."""
    ended = shell.dohrao("grade", typed=b"\xef\xbb\xbf" + lines(case(1, "pre fill"), case(2, "decode")))
    read = [json.loads(line) for line in ended.lines]
    assert [(each["id"], each["verdict"]) for each in read] == [("c1", "right"), ("c2", "wrong")]
    assert all(0 <= each["confidence"] <= 1 and each["reason"]["rule"] for each in read)
    assert (ended.code, ended.err) == (0, "")


def test_a_malformed_line_spoils_only_itself(shell: Shell) -> None:
    """A line that is no case is told by its number; bytes that are not UTF-8 and empty lines do no harm."""
    typed = lines(case(1, "prefill")) + b'{"id":\n\n\xff\xfe\n[1]\n' + lines(case(2, "prefill"))
    read = [json.loads(line) for line in shell.dohrao("grade", typed=typed).lines]
    assert [each.get("id", each.get("line")) for each in read] == ["c1", 2, 4, 5, "c2"]
    assert all(each["error"] for each in read[1:4])


def test_a_deck_teaches_the_grader_its_words(shell: Shell) -> None:
    """With `--deck`, what the deck's prose expands counts."""
    typed = lines(case(1, "mean time to repair", answer="MTTR"))
    ended = shell.dohrao("grade", "--deck", "deck.md", typed=typed)
    assert json.loads(ended.out)["verdict"] == "right"


def test_a_deck_with_problems_is_told_and_nothing_is_graded(shell: Shell) -> None:
    """A faulty or missing deck file ends with exit code 1, and the output holds no verdict."""
    shell.write("broken.md", "Q: Which phase? — prefill\nHnt: p\n")
    ended = shell.dohrao("grade", "--deck", "broken.md", typed=lines(case(1, "prefill")))
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("broken.md:2: ")
    assert shell.dohrao("grade", "--deck", "away.md").code == 1


def test_no_cases_are_no_verdicts(shell: Shell) -> None:
    """An empty input is answered with an empty output."""
    ended = shell.dohrao("grade")
    assert (ended.code, ended.out, ended.err) == (0, "", "")


def test_half_a_character_is_written_as_json_names_it(shell: Shell) -> None:
    """An id with a lone surrogate comes back as valid JSON, though UTF-8 can't hold it."""
    strange = case(1, "prefill") | {"id": "\ud83d"}
    ended = shell.dohrao("grade", typed=lines(strange))
    assert json.loads(ended.out)["id"] == "\ud83d"


def test_hindi_is_written_as_hindi_whatever_the_terminal(shell: Shell) -> None:
    """The output is UTF-8 under every locale."""
    typed = lines(case(1, "प्रीफिल", answer="प्रीफिल") | {"id": "हाँ"})
    assert (
        '"हाँ"' in shell.dohrao("grade", typed=typed, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0").out
    )


def test_a_reader_that_has_enough_is_no_fault(shell: Shell) -> None:
    """`dohrao grade | head -1` ends quietly."""
    command, environment = shell.command("grade")
    typed = lines(*(case(n, "prefill") for n in range(5_000)))
    with subprocess.Popen(
        command,
        cwd=shell.folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(typed)
        process.stdin.close()
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (0, b"")
