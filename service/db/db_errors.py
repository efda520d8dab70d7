"""Classify database errors (SQLSTATE and SQLite codes), and explain them to operators."""

from __future__ import annotations

import errno
import sqlite3
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.telemetry.outages import DATABASE, Answered, Told

if TYPE_CHECKING:
    from psycopg import Error as PostgresError

AWAY = ("08", "57P")
"""SQLSTATE of broken connections, and of a server that starts or stops (PostgreSQL, appendix A)."""
BUSY = ("55P03", "40P01")
"""SQLSTATE of lock conflicts."""
GIVEN_UP = ("40", "57014")
"""SQLSTATE of transactions that were rolled back for others, and of timeouts."""
FULL = ("53100",)
OTHER_TABLES = ("42P01", "42703")
"""SQLSTATE of missing tables and columns."""
MISFITS = ("22", "23", "42")
"""Classes of SQLSTATE: data, integrity and syntax. The last one includes insufficient privilege:"""
MAY_NOT = "42501"
MISFITS_OF_SQLITE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT)
BUSY_SQLITE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
DAMAGED_SQLITE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
NONE_SUCH = ("no such table", "no such column")
"""SQLite has no code for it."""

Failure: TypeAlias = "DBAPIError | PostgresError | sqlite3.Error"
"""An error of SQLAlchemy or of a database driver."""
FAILURES = (DBAPIError, sqlite3.Error)
"""Failure's types for `except`, without psycopg's: only processes on PostgreSQL import that."""


def in_words(failure: Failure) -> str:
    """Explain an error and what to do, in one or two sentences."""
    if is_busy(failure):
        return f"Others use the database and hold it up ({said(failure)}). Stop what uses it, or try again later."
    if is_full(failure):
        return f"The database has no room left on its disk ({said(failure)}). Make room, then run this again."
    if is_damaged(failure):
        return f"The database is damaged ({said(failure)}). Restore a backup: sundial restore FILE --force"
    if _is_of_other_tables(failure):
        return f"The tables are not those of this version ({said(failure)}). Run: sundial upgrade"
    if is_away(failure):
        return f"The database does not answer: {said(failure)}"
    return f"The database refuses: {said(failure)}"


def said(failure: Failure) -> str:
    """Return the database's message without the values that it may quote."""
    cause = _by_driver(failure)
    words = getattr(getattr(cause, "diag", None), "message_primary", None)
    return " ".join((words or str(cause)).split())


def is_busy(failure: Failure) -> bool:
    """Check whether a lock conflict caused it, so that a retry may work."""
    return _state(failure).startswith(BUSY) or _sqlite_code(failure) in BUSY_SQLITE


def is_full(failure: Failure | PoolTimeout | OSError) -> bool:
    """Check whether the disk is full."""
    if isinstance(failure, OSError):
        return failure.errno in (errno.ENOSPC, errno.EDQUOT)
    return _state(failure).startswith(FULL) or _sqlite_code(failure) == sqlite3.SQLITE_FULL


def is_damaged(failure: Failure) -> bool:
    """Check whether an SQLite file is damaged, or is none."""
    return _sqlite_code(failure) in DAMAGED_SQLITE


def is_given_up(failure: Failure) -> bool:
    """Check whether the database cancelled a transaction or statement: a deadlock or a timeout."""
    return _state(failure).startswith(GIVEN_UP)


def is_misfit(failure: Failure) -> bool:
    """Check whether a statement does not match the tables or their rows."""
    state = _state(failure)
    return (state.startswith(MISFITS) and state != MAY_NOT) or _sqlite_code(failure) in MISFITS_OF_SQLITE


def told(failure: Failure | PoolTimeout) -> Told:
    """Classify an error: the database is away, or it has answered."""
    if isinstance(failure, PoolTimeout) or (isinstance(failure, DBAPIError) and failure.connection_invalidated):
        return DATABASE
    if is_given_up(failure):
        return Answered.GIVEN_UP
    return DATABASE if _is_operational(failure) and not is_misfit(failure) else Answered.OTHERWISE


def _is_of_other_tables(failure: Failure) -> bool:
    return _state(failure).startswith(OTHER_TABLES) or str(_by_driver(failure)).startswith(NONE_SUCH)


def is_away(failure: Failure) -> bool:
    """Check whether the database does not answer: a start, a stop, the network, or no file."""
    cause = _by_driver(failure)
    if isinstance(cause, sqlite3.Error):
        return _sqlite_code(failure) == sqlite3.SQLITE_CANTOPEN
    return _is_operational(cause) and (not _state(failure) or _state(failure).startswith(AWAY))


def _is_operational(failure: BaseException | None) -> bool:
    """Check for the PEP 249 classes of errors that need not be the statement's fault; SQLite's own errors are not."""
    if isinstance(failure, DBAPIError | sqlite3.Error):
        return isinstance(failure, OperationalError | InterfaceError)
    from psycopg import OperationalError as PostgresAway  # noqa: PLC0415  # already imported if such an error occurs

    return isinstance(failure, PostgresAway)


def _state(failure: Failure | PoolTimeout) -> str:
    return getattr(_by_driver(failure), "sqlstate", None) or ""


def _sqlite_code(failure: Failure | PoolTimeout) -> int | None:
    """Return SQLite's primary error code; the higher bits are more specific."""
    code: int | None = getattr(_by_driver(failure), "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _by_driver(failure: Failure | PoolTimeout) -> BaseException | None:
    return failure.orig if isinstance(failure, DBAPIError) else failure
