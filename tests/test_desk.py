"""The desk: one transaction for each update, and what happens when it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.desk import ATTEMPTS, LETTERS, Arrived, Dead, Desk, Done, Seen, code_of
from db import DatabaseUnreachable, models
from db.ledger import UpdateKey
from db.outbox import Letter
from tests.services.conftest import NOW, make_learner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from db import Database, Session

KEY = UpdateKey(7, 100)
PAYLOAD = {"update_id": 100, "message": {"text": "a\x00b \ud800 🙂"}}
REPLY = Letter(1, "sendMessage", {"text": "hi"})


@pytest.fixture
def desk(database: Database) -> Iterator[Desk]:
    """A desk that mends nothing."""
    opened = Desk(database, lambda error, session: False)
    yield opened
    opened.close()


def arrived(key: UpdateKey = KEY) -> Arrived:
    """An update that has come in."""
    return Arrived(key, lambda: PAYLOAD, NOW)


def apology(code: str) -> Letter:
    """What is said when nothing can be done."""
    return Letter(1, "sendMessage", {"text": f"sorry {code}"})


def learns(session: Session) -> tuple[list[Letter], str]:
    """Work that has an effect, a letter, and something beside."""
    make_learner(session)
    return [REPLY], "aside"


def failing(times: int, error: Callable[[], Exception]) -> Callable[[Session], tuple[list[Letter], str]]:
    """Work that has its effect and then fails, so many times."""
    left = [times]

    def work(session: Session) -> tuple[list[Letter], str]:
        done = learns(session)
        if left[0]:
            left[0] -= 1
            raise error()
        return done

    return work


def counted(database: Database) -> dict[str, int]:
    """How many rows an update has left."""
    tables = (models.Learner, models.Outbox, models.ProcessedUpdate, models.DeadLetter)
    with database.read() as session:
        return {table.__tablename__: session.query(table).count() for table in tables}


def rows(learner: int, outbox: int, processed: int, dead: int) -> dict[str, int]:
    """The same, as expected."""
    return {"learner": learner, "outbox": outbox, "processed_update": processed, "dead_letter": dead}


class MetAnotherError(Exception):
    """A failure of the kind that a database gives when two transactions meet."""


async def test_an_update_has_its_effect_once(database: Database, desk: Desk) -> None:
    """Effect, letters and ledger are one transaction; the second time there is nothing left to do."""
    assert await desk.update(arrived(), learns, apology) == Done("aside")
    assert await desk.update(arrived(), learns, apology) == Seen()
    assert counted(database) == rows(1, 1, 1, 0)


async def test_updates_of_two_bots_do_not_meet(database: Database, desk: Desk) -> None:
    """The same number from another bot is another update."""
    await desk.update(arrived(), lambda session: ([REPLY], None), apology)
    assert await desk.update(arrived(UpdateKey(8, 100)), lambda session: ([REPLY], None), apology) == Done(
        None
    )
    assert counted(database)["processed_update"] == 2


async def test_work_that_fails_once(database: Database, desk: Desk) -> None:
    """The first run is rolled back whole, the second counts."""
    assert await desk.update(arrived(), failing(1, ValueError), apology) == Done("aside")
    assert counted(database) == rows(1, 1, 1, 0)


async def test_work_that_fails_twice(database: Database, desk: Desk) -> None:
    """Nothing of the work remains; the update is kept whole, whatever is in it, with a code that the learner is told."""
    outcome = await desk.update(arrived(), failing(2, lambda: ValueError("x \x00 \udfff")), apology)
    assert outcome == Dead(code_of(KEY))
    assert counted(database) == rows(0, 1, 1, 1)
    with database.read() as session:
        dead = session.query(models.DeadLetter).one()
        letter = session.query(models.Outbox).one()
        ledger = session.query(models.ProcessedUpdate).one()
    assert (dead.payload, dead.code, ledger.outcome) == (PAYLOAD, code_of(KEY), "dead")
    assert "ValueError" in dead.error
    assert letter.payload == {"text": f"sorry {dead.code}"}
    assert await desk.update(arrived(), learns, apology) == Seen()


async def test_letters_that_can_not_be_stored(database: Database, desk: Desk) -> None:
    """A letter that the outbox refuses fails the update like anything else in its transaction."""

    def work(session: Session) -> tuple[list[Letter], None]:
        make_learner(session)
        return [Letter(1, "sendMessage", {"text": object()})], None

    assert isinstance(await desk.update(arrived(), work, apology), Dead)
    assert counted(database) == rows(0, 1, 1, 1)


async def test_a_database_that_is_away_counts_for_nothing(database: Database, desk: Desk) -> None:
    """When the database can't be reached the caller hears of it, and no try of the update was used up."""
    for _ in range(3):
        with pytest.raises(DatabaseUnreachable):
            await desk.update(arrived(), failing(1, lambda: DatabaseUnreachable("disk full")), apology)
    assert counted(database) == rows(0, 0, 0, 0)


async def test_conflicts_are_run_again(
    database: Database, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deadlocks and serialization failures are no faults of the update: three of them are run again."""
    monkeypatch.setattr("bot.desk.is_conflict", lambda error: isinstance(error, MetAnotherError))
    assert await desk.update(arrived(), failing(ATTEMPTS - 1, MetAnotherError), apology) == Done("aside")
    assert counted(database) == rows(1, 1, 1, 0)


async def test_endless_conflicts_end(database: Database, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that always meets a conflict becomes a dead letter like work that always fails."""
    monkeypatch.setattr("bot.desk.is_conflict", lambda error: isinstance(error, MetAnotherError))
    assert isinstance(await desk.update(arrived(), failing(100, MetAnotherError), apology), Dead)
    assert counted(database) == rows(0, 1, 1, 1)


async def test_what_can_be_mended_is_mended(database: Database) -> None:
    """A cause that `recover` removes, outside the transaction, costs the update no try."""
    mended: list[str] = []

    def recover(error: Exception, session: Session) -> bool:
        mended.append(str(error))
        return isinstance(error, KeyError)

    desk = Desk(database, recover)
    assert await desk.update(arrived(), failing(1, lambda: KeyError("deck")), apology) == Done("aside")
    assert mended == ["'deck'"]
    desk.close()


async def test_writing_gives_back_what_the_work_gives(database: Database, desk: Desk) -> None:
    """A transaction of one's own commits and returns the result, or raises what the work raised."""

    def raises(session: Session) -> Any:
        make_learner(session)
        raise ZeroDivisionError

    assert await desk.write(lambda session: make_learner(session).language) == "en"
    with pytest.raises(ZeroDivisionError):
        await desk.write(raises)
    assert counted(database)["learner"] == 1


def test_codes_can_be_read_out() -> None:
    """A code has four letters none of which look alike, is the same for the same update and rarely for another."""
    codes = [code_of(UpdateKey(7, number)) for number in range(1000)]
    assert codes == [code_of(UpdateKey(7, number)) for number in range(1000)]
    assert all(len(code) == 4 and set(code) <= set(LETTERS) for code in codes)
    assert not set("01IO") & set(LETTERS)
    assert len(set(codes)) > 990
