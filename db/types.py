"""Column types that mean the same on SQLite (STRICT) and PostgreSQL."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import BigInteger, Boolean, DateTime, Dialect, Integer, SmallInteger, Text, TypeDecorator
from sqlalchemy.types import TypeEngine  # noqa: TC002  # kept beside its siblings: nothing is gained by hiding it

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class Big(TypeDecorator[int]):
    """A 64-bit integer; INTEGER on SQLite, where it can be a rowid."""

    impl = BigInteger
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else BigInteger())


class Small(TypeDecorator[int]):
    """A small count; INTEGER on SQLite, whose STRICT tables know no SMALLINT."""

    impl = SmallInteger
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else SmallInteger())


class Flag(TypeDecorator[bool]):
    """A truth value; 0 or 1 on SQLite."""

    impl = Boolean
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else Boolean())

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> bool | int | None:
        return int(value) if value is not None and dialect.name == "sqlite" else value

    def process_result_value(self, value: Any | None, dialect: Dialect) -> bool | None:
        return None if value is None else bool(value)


class Utc(TypeDecorator[datetime]):
    """An aware instant: microseconds since 1970 on SQLite (which drops zones), timestamptz on PostgreSQL."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | int | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"an instant without a zone cannot be stored: {value!r}")
        value = value.astimezone(UTC)
        return (value - EPOCH) // MICROSECOND if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return EPOCH + timedelta(microseconds=value) if dialect.name == "sqlite" else value.astimezone(UTC)


class Day(TypeDecorator[date]):
    """A calendar date as its proleptic day number, so that days subtract alike on both databases."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: date | int | None, dialect: Dialect) -> int | None:
        return value.toordinal() if isinstance(value, date) else value

    def process_result_value(self, value: Any | None, dialect: Dialect) -> date | None:
        return None if value is None else date.fromordinal(value)


class ClockTime(TypeDecorator[time]):
    """A wall-clock time to the minute, as minutes since midnight."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: time | None, dialect: Dialect) -> int | None:
        return None if value is None else value.hour * 60 + value.minute

    def process_result_value(self, value: Any | None, dialect: Dialect) -> time | None:
        return None if value is None else time(*divmod(value, 60))


class Words(TypeDecorator[str]):
    """Text that anyone may have typed: NUL and halves of surrogate pairs, which can't be stored, become U+FFFD."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", value)


class Json(TypeDecorator[Any]):
    """A JSON document as text, in ASCII so that no character in it is beyond a database; it is never queried inside."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any | None, dialect: Dialect) -> str | None:
        return None if value is None else json.dumps(value, separators=(",", ":"))

    def process_result_value(self, value: Any | None, dialect: Dialect) -> Any | None:
        return None if value is None else json.loads(value)
