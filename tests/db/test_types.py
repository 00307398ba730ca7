"""S2: what is stored means the same on both databases."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Column, Integer, MetaData, Table, insert, select, text
from sqlalchemy.exc import StatementError

from db.types import Big, ClockTime, Day, Flag, Json, Small, Utc, Words

if TYPE_CHECKING:
    from sqlalchemy import TypeDecorator

    from db import Database

TOKYO = ZoneInfo("Asia/Tokyo")
TYPES: dict[str, TypeDecorator[Any]] = {
    "big": Big(),
    "small": Small(),
    "flag": Flag(),
    "at": Utc(),
    "day": Day(),
    "clock": ClockTime(),
    "words": Words(),
    "doc": Json(),
}
SAMPLES = Table(
    "sample",
    MetaData(),
    Column("id", Integer, primary_key=True),
    *(Column(name, kind) for name, kind in TYPES.items()),
    sqlite_strict=True,
)
EVERY_VALUE = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def samples(empty_database: Database) -> Database:
    """A database with one table that has a column of each of our types."""
    with empty_database.migration() as connection:
        SAMPLES.metadata.create_all(connection)
    return empty_database


def back(database: Database, column: str, value: Any) -> Any:
    """The value after it has been stored and read again."""
    with database.write() as session:
        key = session.scalar(insert(SAMPLES).values({column: value}).returning(SAMPLES.c.id))
    with database.read() as session:
        return session.scalar(select(SAMPLES.c[column]).where(SAMPLES.c.id == key))


def test_a_tokyo_learners_instants_are_the_same_instants_after_storage(samples: Database) -> None:
    """An answer at 00:20 in Tokyo, or a nudge at 20:30 there, comes back as that instant, aware and in UTC."""
    for local in (datetime(2026, 3, 1, 0, 20, 5, 123456, TOKYO), datetime(2026, 3, 1, 20, 30, tzinfo=TOKYO)):
        found = back(samples, "at", local)
        assert found == local
        assert found.tzinfo is UTC


def test_the_stored_number_is_the_instant_itself(samples: Database) -> None:
    """What a tool without our types sees is microseconds since 1970 in UTC on SQLite, a timestamptz on PostgreSQL."""
    back(samples, "at", datetime(2026, 3, 1, 9, tzinfo=TOKYO))
    query = (
        "SELECT at FROM sample"
        if samples.dialect == "sqlite"
        else "SELECT (extract(epoch FROM at) * 1000000)::bigint FROM sample"
    )
    with samples.read() as session:
        assert session.scalar(text(query)) == 1772323200_000000


def test_a_naive_time_is_refused(samples: Database) -> None:
    """A time without a zone names no instant, so it is never stored."""
    with pytest.raises(StatementError, match="without a zone"):
        back(samples, "at", datetime(2026, 3, 1, 9))  # noqa: DTZ001  # the fault under test


def test_instants_compare_in_queries_whatever_their_zone(samples: Database) -> None:
    """A query by a Tokyo time finds the row written with the same instant in UTC, and not the one before it."""
    at = datetime(2026, 3, 1, 0, 20, tzinfo=TOKYO)
    back(samples, "at", at.astimezone(UTC))
    back(samples, "at", at - timedelta(microseconds=1))
    with samples.read() as session:
        assert session.scalars(select(SAMPLES.c.at).where(SAMPLES.c.at >= at)).all() == [at]


@EVERY_VALUE
@given(st.datetimes(timezones=st.timezones(), min_value=datetime(1900, 1, 1), max_value=datetime(2200, 1, 1)))  # noqa: DTZ001  # hypothesis adds the zone
def test_every_instant_comes_back(samples: Database, at: datetime) -> None:
    """Any instant in any zone, also inside a clock change, survives to the microsecond."""
    assert back(samples, "at", at) == at.astimezone(UTC)


@EVERY_VALUE
@given(st.dates())
def test_every_day_comes_back(samples: Database, day: date) -> None:
    """Any calendar date survives."""
    assert back(samples, "day", day) == day


def test_days_subtract_inside_the_database(samples: Database) -> None:
    """How overdue a card is can be computed in a query: 1 March 2028 is two days after 28 February."""
    back(samples, "day", date(2028, 3, 1))
    with samples.read() as session:
        earlier = date(2028, 2, 28).toordinal()
        assert session.scalar(text("SELECT day - :earlier FROM sample"), {"earlier": earlier}) == 2


@EVERY_VALUE
@given(st.integers(0, 23), st.integers(0, 59))
def test_every_clock_time_comes_back(samples: Database, hour: int, minute: int) -> None:
    """A nudge time survives to the minute."""
    assert back(samples, "clock", time(hour, minute)) == time(hour, minute)


@EVERY_VALUE
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    ).filter(lambda document: document is not None)
)
@example({"text": "half a pair: \ud83d"})
def test_every_document_comes_back(samples: Database, document: Any) -> None:
    """A payload survives whatever text is in it: NUL, emoji, half a surrogate pair."""
    assert back(samples, "doc", document) == document


@EVERY_VALUE
@given(st.text())
@example("दोहराओ \N{SLIGHTLY SMILING FACE} 'quoted\" \\ %s :x")
def test_every_text_comes_back(samples: Database, words: str) -> None:
    """What a learner types is stored as typed."""
    assert back(samples, "words", words) == words.replace("\0", "\N{REPLACEMENT CHARACTER}")


@pytest.mark.parametrize("typed", ["a\0b", "a\ud83db"])
def test_what_no_database_can_store_is_replaced(samples: Database, typed: str) -> None:
    """A NUL or half a surrogate pair in a text breaks no transaction: U+FFFD stands in its place."""
    assert back(samples, "words", typed) == "a\N{REPLACEMENT CHARACTER}b"


@pytest.mark.parametrize(
    ("column", "value"),
    [("big", 2**62), ("big", -(2**62)), ("small", 32767), ("flag", True), ("flag", False)],
)
def test_numbers_and_truth_come_back(samples: Database, column: str, value: int) -> None:
    """Telegram's 64-bit ids, small counts and truth values survive, and a truth value is a bool again."""
    found = back(samples, column, value)
    assert found == value
    assert type(found) is type(value)


def test_sqlite_refuses_text_in_a_number(samples: Database) -> None:
    """The tables are STRICT: a value of the wrong kind is an error on SQLite as it is on PostgreSQL."""
    with pytest.raises(Exception, match=r"sample\.big|invalid input syntax"), samples.write() as session:
        session.execute(text("INSERT INTO sample (big) VALUES ('many')"))


@pytest.mark.parametrize("name", TYPES)
def test_nothing_comes_back_as_nothing(samples: Database, name: str) -> None:
    """NULL survives in every type."""
    assert back(samples, name, None) is None
