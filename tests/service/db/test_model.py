"""Times in tables of SQLite, which has none of its own, are the texts that SQLAlchemy makes of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import DateTime
from sqlalchemy.dialects.sqlite import dialect

from service.db.model import UtcDateTime

SQLITE = dialect()
TIMES = [
    datetime(2026, 5, 4, 12, tzinfo=UTC),
    datetime(2026, 5, 4, 12, 30, 1, 5, tzinfo=UTC),
    datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=5, minutes=45))),
    datetime(1, 1, 2, tzinfo=UTC),
]


def written(at: datetime | None) -> object:
    process: Any = UtcDateTime().bind_processor(SQLITE)
    return process(at)


def read(text: object) -> object:
    process: Any = UtcDateTime().result_processor(SQLITE, None)
    return process(text)


@pytest.mark.parametrize("at", TIMES)
def test_a_time_is_written_as_sqlalchemy_writes_it(at: datetime) -> None:
    usual: Any = DateTime().dialect_impl(SQLITE).bind_processor(SQLITE)
    assert written(at) == usual(at.astimezone(UTC))


@pytest.mark.parametrize("at", TIMES)
def test_a_time_is_read_as_it_was_in_utc(at: datetime) -> None:
    found = read(written(at))
    assert isinstance(found, datetime)
    assert (found, found.tzinfo) == (at, UTC)


def test_no_time_is_none() -> None:
    assert (written(None), read(None)) == (None, None)
