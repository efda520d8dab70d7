"""Classification of errors as outages, and the text about others."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest
import redis
from psycopg import errors
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.telemetry.outages import DATABASE, REDIS, Outage, met, outage_of, reason, tell

Wrapper = type[DBAPIError]


def away() -> OperationalError:
    """Of a PostgreSQL that is not there."""
    return OperationalError("SELECT 1", {}, psycopg.OperationalError("connection refused"))


def of_sqlite(statement: str) -> DBAPIError:
    """Return SQLite's error for a statement."""
    with pytest.raises(DBAPIError) as caught, create_engine("sqlite://").connect() as connection:
        connection.exec_driver_sql(statement)
    return caught.value


def of_postgresql(wrapper: Wrapper, said: psycopg.Error) -> DBAPIError:
    """Return SQLAlchemy's wrapper of a PostgreSQL error."""
    error: DBAPIError = wrapper("SELECT 1", {}, said)
    error.__cause__ = said
    return error


def during(handled: Exception, error: Exception) -> Exception:
    """Return an error raised while another was handled."""
    error.__context__ = handled
    return error


def due_to(cause: Exception | None, error: Exception) -> Exception:
    """Return an error raised `from` another, or from None."""
    error.__cause__ = cause
    return error


@pytest.mark.parametrize("statement", ["SELECT * FROM nowhere", "SELECT nothing FROM sqlite_master", "SELEC 1"])
def test_a_statement_that_sqlite_cannot_make_sense_of_is_no_outage(statement: str) -> None:
    error = of_sqlite(statement)
    assert isinstance(error, OperationalError)
    assert outage_of(error) is None


@pytest.mark.parametrize(
    ("wrapper", "said", "expected"),
    [
        (OperationalError, psycopg.OperationalError("connection refused"), DATABASE),
        (OperationalError, errors.AdminShutdown("terminating connection"), DATABASE),
        (OperationalError, errors.LockNotAvailable("lock timeout"), DATABASE),
        (OperationalError, errors.DeadlockDetected("deadlock detected"), None),
        (OperationalError, errors.QueryCanceled("statement timeout"), None),
        (ProgrammingError, errors.UndefinedTable("no table"), None),
        (ProgrammingError, errors.UndefinedColumn("no column"), None),
        (ProgrammingError, errors.SyntaxError("SELEC"), None),
    ],
)
def test_postgresql_is_away_only_if_it_does_not_answer(
    wrapper: Wrapper, said: psycopg.Error, expected: Outage | None
) -> None:
    assert outage_of(of_postgresql(wrapper, said)) is expected
    assert outage_of(said) is expected


@pytest.mark.parametrize("said", [errors.DeadlockDetected("deadlock detected"), errors.QueryCanceled("took too long")])
def test_a_statement_that_was_given_up_passes_and_is_called_what_it_is(
    caplog: pytest.LogCaptureFixture, said: psycopg.Error
) -> None:
    assert met(of_postgresql(OperationalError, said))
    [line] = caplog.messages
    assert line.startswith("the database gave up a statement: ")
    assert str(said) in line


def test_a_file_that_others_write_to_passes() -> None:
    locked = sqlite3.OperationalError("database is locked")
    locked.sqlite_errorcode = sqlite3.SQLITE_BUSY
    assert outage_of(OperationalError("BEGIN IMMEDIATE", {}, locked)) is DATABASE


def another() -> IntegrityError:
    return IntegrityError("INSERT", {}, sqlite3.IntegrityError("not unique"))


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (during(away(), RuntimeError("while")), DATABASE),
        (due_to(None, during(away(), RuntimeError("hidden"))), None),
        (due_to(ValueError(), during(away(), RuntimeError("of another"))), None),
        (due_to(away(), during(ValueError(), RuntimeError("of it"))), DATABASE),
        (during(away(), another()), None),
        (due_to(during(away(), sqlite3.IntegrityError("not unique")), another()), None),
        (during(during(away(), another()), RuntimeError("around")), None),
        (due_to(away(), another()), DATABASE),
        (during(another(), away()), DATABASE),
        (during(away(), redis.ConnectionError("Error 111")), REDIS),
        (during(redis.ConnectionError("Error 111"), PoolTimeout()), DATABASE),
    ],
    ids=lambda given: repr(given) if isinstance(given, Exception) else None,
)
def test_an_errors_own_kind_counts_first_then_its_cause_then_what_it_came_up_in(
    error: Exception, expected: Outage | None
) -> None:
    assert outage_of(error) is expected


def test_the_reason_goes_no_further_than_the_outage() -> None:
    assert reason(due_to(None, during(away(), RuntimeError("hidden")))) == "hidden"
    assert "connection refused" in reason(during(away(), RuntimeError("while")))
    assert "not unique" in reason(during(away(), another()))


def test_what_did_not_work_is_told_with_its_reason_unless_that_is_an_outage(caplog: pytest.LogCaptureFixture) -> None:
    tell(of_sqlite("SELECT * FROM nowhere"), "nothing can be read")
    assert caplog.messages == [
        "nothing can be read: OperationalError: (sqlite3.OperationalError) no such table: nowhere"
    ]
    tell(away(), "nothing can be read")
    assert not any("nothing can be read" in message for message in caplog.messages[1:])
