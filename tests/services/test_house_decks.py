"""The decks of the decks folder at start-up: published when they have changed, and never at a learner's cost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from bot.core.deckfile import read_deck
from bot.services.deck_source import read_source
from bot.services.publishing import publish, publish_house_decks, publish_source, retire
from bot.services.releases import Faulty, HouseLine, Published
from db import DatabaseUnreachable, open_database
from db.models import Card, CardVersion, Deck, DeckCard, DeckVersion

if TYPE_CHECKING:
    from pathlib import Path

    from db import Database

NOW = datetime(2026, 3, 2, 15, tzinfo=UTC)
DECK = """Q: Which phase processes the whole input at once? — prefill

Q: Which phase builds new tokens one by one? — decode
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A decks folder with one deck."""
    (tmp_path / "lesson.md").write_text(DECK)
    return tmp_path


def start(database: Database, folder: Path) -> list[HouseLine]:
    """Start the program; what it says about its decks."""
    return list(publish_house_decks(database, folder, NOW))


def rows(database: Database) -> list[object]:
    """All decks and versions."""
    with database.read() as session:
        return [
            session.execute(select(*table.__table__.columns).order_by(*table.__table__.primary_key)).all()
            for table in (Deck, DeckVersion, Card, CardVersion, DeckCard)
        ]


def test_the_first_start_publishes_and_the_second_has_nothing_to_do(database: Database, folder: Path) -> None:
    """A deck is live after the first start; a restart writes nothing and says nothing."""
    assert start(database, folder) == [HouseLine("lesson.md: published as version 1, 2 cards", warning=False)]
    before = rows(database)
    assert start(database, folder) == []
    assert rows(database) == before


def test_a_changed_file_is_published_again(database: Database, folder: Path) -> None:
    """An edited file is a new version at the next start, drafts left out."""
    start(database, folder)
    (folder / "lesson.md").write_text(f"{DECK}\nQ: What comes next?\n")
    said = "lesson.md: published as version 2, 2 cards, 1 without an answer left out"
    assert start(database, folder) == [HouseLine(said, warning=False)]


def test_a_file_in_doubt_keeps_the_old_version(database: Database, folder: Path) -> None:
    """A card that may be another one is not decided at start-up: the old version stays, with a warning."""
    start(database, folder)
    before = rows(database)
    (folder / "lesson.md").write_text(
        DECK.replace(
            "builds new tokens one by one? — decode", "builds the last tokens one by one? — sampling"
        )
    )
    [line] = start(database, folder)
    assert line.warning
    assert "line 3 may be a card it has already" in line.text
    assert rows(database) == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Q: Which phase? — prefill\nHnt: begins with p", "line 2"),
        (
            "Q: Which phase processes the input? — prefill\nAccept: decode",
            "line 2: `Accept: decode` is graded",
        ),
        ("nothing to ask", "no card with an answer"),
    ],
)
def test_a_faulty_file_keeps_the_old_version(text: str, said: str, database: Database, folder: Path) -> None:
    """A file with a problem, a failing example among them, is warned about, and learners go on with what they had."""
    start(database, folder)
    before = rows(database)
    (folder / "lesson.md").write_text(text)
    [line] = start(database, folder)
    assert line.warning
    assert said in line.text
    assert rows(database) == before


def test_a_newer_version_from_the_chat_stays(database: Database, folder: Path) -> None:
    """What was published in the chat is not undone by a restart, whether the file has changed or not."""
    start(database, folder)
    text = DECK.replace("prefill", "prompt processing")
    with database.write() as session:
        outcome = publish(session, read_deck(text, "lesson.md"), text, origin="chat", now=NOW)
    assert isinstance(outcome, Published)
    assert start(database, folder) == []
    (folder / "lesson.md").write_text(f"{DECK}\nMore to read.\n")
    said = "lesson.md: not published, version 2 came from the chat after the last file"
    assert start(database, folder) == [HouseLine(said, warning=True)]


def test_a_retired_deck_stays_retired(database: Database, folder: Path) -> None:
    """A restart does not bring back a deck whose file has not changed."""
    start(database, folder)
    with database.write() as session:
        retire(session, "lesson", now=NOW)
    assert start(database, folder) == []
    with database.read() as session:
        assert session.scalar(select(Deck.retired_at)) == NOW


def test_two_files_of_one_deck_do_not_take_turns(database: Database, folder: Path) -> None:
    """A second file with the same deck name is warned about; else each start would publish both in turn."""
    (folder / "lesson (1).md").write_text(DECK.replace("prefill", "prompt processing"))
    lines = start(database, folder)
    assert [line.warning for line in lines] == [False, True]
    assert lines[1].text == "lesson.md: not published, lesson (1).md has the same deck name, lesson"
    assert [line.warning for line in start(database, folder)] == [True]


def test_one_bad_file_does_not_hold_up_the_others(database: Database, folder: Path) -> None:
    """A folder named like a deck or a binary file is warned about; the other decks go live."""
    (folder / "a.md").mkdir()
    (folder / "b.md").write_bytes(b"\xff\xfe\x00" * 10)
    (folder / "notes.pdf").write_bytes(b"%PDF")
    (folder / "README.md").write_text("How to write a deck.")
    lines = start(database, folder)
    assert [(line.text.partition(":")[0], line.warning) for line in lines] == [
        ("a.md", True),
        ("b.md", True),
        ("lesson.md", False),
    ]


def test_programs_that_start_together_publish_once(database_url: str, folder: Path) -> None:
    """Several processes may start at once: the deck has one version and each card stands in it once."""
    opened = [open_database(database_url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(lambda each: start(each, folder), opened))
    with opened[0].read() as session:
        assert session.scalars(select(DeckVersion.number)).all() == [1]
        assert len(session.scalars(select(Card.uid)).all()) == 2
    for each in opened:
        each.close()
    assert sum(len(lines) for lines in said) == 1


def test_a_missing_folder_is_a_warning(database: Database, tmp_path: Path) -> None:
    """Without its folder the program starts and says so."""
    [line] = start(database, tmp_path / "away")
    assert line.warning
    assert "can't be read" in line.text


def test_a_file_name_cannot_break_the_log(database: Database, tmp_path: Path) -> None:
    """A line break or an escape sequence in a file's name is not written to the log."""
    (tmp_path / "x\n2026 ERROR \x1b[31m.md").write_text("")
    assert all(line.text.isprintable() for line in start(database, tmp_path))


def test_a_failing_publication_leaves_nothing_behind(
    database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The version goes live last and all at once: an error on the way takes everything back."""

    def fail(*_: object) -> None:
        raise DatabaseUnreachable("the disk is full")

    monkeypatch.setattr("db.publishing.make_live", fail)
    before = rows(database)
    with pytest.raises(DatabaseUnreachable):
        start(database, folder)
    assert rows(database) == before


def test_a_dry_run_tells_and_changes_nothing(database: Database, folder: Path) -> None:
    """What would change can be seen before it goes live."""
    before = rows(database)
    outcome = publish_source(database, read_source(folder / "lesson.md"), NOW, dry_run=True)
    assert isinstance(outcome, Published)
    assert outcome.matching.fresh == (0, 1)
    assert rows(database) == before


def test_a_file_beyond_the_limit_is_refused_unread(database: Database, tmp_path: Path) -> None:
    """A file of more than 5 MB is refused by its size, however large it is."""
    path = tmp_path / "huge.md"
    with path.open("wb") as file:
        file.truncate(2**40)
    source = read_source(path)
    assert source.text == ""
    outcome = publish_source(database, source, NOW)
    assert isinstance(outcome, Faulty)
    assert "too large" in outcome.problems[0].what


def test_thousands_of_cards_are_one_version(database: Database, tmp_path: Path) -> None:
    """A large deck goes live whole, and again with one answer changed."""
    text = "\n\n".join(f"Q: What is the name of part {n} of machine {n * 7}? — part{n}" for n in range(3_000))
    for number, version in enumerate((text, text.replace("— part77\n", "— bolt\n")), 1):
        with database.write() as session:
            outcome = publish(session, read_deck(version, "huge.md"), version, now=NOW)
        assert isinstance(outcome, Published)
        assert outcome.number == number
    with database.read() as session:
        assert session.scalar(select(func.count()).select_from(Card)) == 3_000
        assert session.scalar(select(func.count()).select_from(CardVersion)) == 3_001
        assert session.scalar(select(func.count()).select_from(DeckCard)) == 6_000
