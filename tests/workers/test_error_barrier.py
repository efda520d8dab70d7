from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Callable

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from workers.error_barrier import survive


def away() -> OperationalError:
    """Of a database that does not answer."""
    return OperationalError("SELECT 1", {}, psycopg.OperationalError("connection refused"))


def misfit() -> OperationalError:
    """Of one that does, and knows no such table."""
    said = sqlite3.OperationalError("no such table: nowhere")
    said.sqlite_errorcode = sqlite3.SQLITE_ERROR
    return OperationalError("SELECT * FROM nowhere", {}, said)


@pytest.mark.parametrize(
    ("fault", "level"),
    [(away, logging.DEBUG), (misfit, logging.ERROR), (ValueError, logging.ERROR)],
)
def test_what_is_survived_is_told_with_its_place(
    caplog: pytest.LogCaptureFixture, fault: Callable[[], Exception], level: int
) -> None:
    def work() -> None:
        raise fault()

    with caplog.at_level(logging.DEBUG):
        assert not survive(work, "the sweep")
    [line] = [record for record in caplog.records if record.name == "workers.error_barrier"]
    assert line.levelno == level
    assert re.match(rf"the sweep: {type(fault()).__name__} \w+ \(.*\.py:\d+\)", line.getMessage())
