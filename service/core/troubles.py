"""What a database says when something does not work: of which kind that is, and in words for whoever runs a command."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.core.outages import DATABASE, Answered, Told

if TYPE_CHECKING:
    from psycopg import Error as PostgresError

AWAY = ("08", "57P")
"""SQLSTATE of connections that broke, and of a server that ends or begins (PostgreSQL, appendix A)."""
BUSY = ("55P03", "40P01")
"""SQLSTATE of locks that others hold."""
GIVEN_UP = ("40", "57014")
"""SQLSTATE of what was undone so that others can go on, and of statements that took too long."""
FULL = ("53100",)
OTHER_TABLES = ("42P01", "42703")
"""SQLSTATE of tables and columns that are not there."""
MISFITS = ("22", "23", "42")
"""Classes of SQLSTATE: data, integrity, and what is said in a statement; in the last of them is also:"""
MAY_NOT = "42501"
MISFITS_OF_SQLITE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT)
BUSY_SQLITE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
NONE_SUCH = ("no such table", "no such column")
"""SQLite has no code for it."""

Failure: TypeAlias = "DBAPIError | PostgresError | sqlite3.Error"
"""As SQLAlchemy tells of it, or as the database's driver does."""
FAILURES = (DBAPIError, sqlite3.Error)
"""The same, to be caught, but for PostgreSQL's driver: only those import it who have a PostgreSQL."""


def in_words(failure: Failure) -> str:
    """What is wrong and what to do, in a sentence or two."""
    if is_busy(failure):
        return f"Others use the database and hold it up ({said(failure)}). Stop what uses it, or try again later."
    if is_full(failure):
        return f"The database has no room left on its disk ({said(failure)}). Make room, then run this again."
    if _is_of_other_tables(failure):
        return f"The tables are not those of this version ({said(failure)}). Run: sundial upgrade"
    if _is_away(failure):
        return f"The database does not answer: {said(failure)}"
    return f"The database refuses: {said(failure)}"


def said(failure: Failure) -> str:
    """The database's own words, without the values that it may quote."""
    cause = _by_driver(failure)
    words = getattr(getattr(cause, "diag", None), "message_primary", None)
    return " ".join((words or str(cause)).split())


def is_busy(failure: Failure) -> bool:
    """Whether others hold what it needs, so that it may work if it is tried again."""
    return _state(failure).startswith(BUSY) or _sqlite_code(failure) in BUSY_SQLITE


def is_full(failure: Failure) -> bool:
    """Whether the disk is full."""
    return _state(failure).startswith(FULL) or _sqlite_code(failure) == sqlite3.SQLITE_FULL


def is_given_up(failure: Failure) -> bool:
    """Whether the database answers, and has ended this transaction or statement: a deadlock, or its time was over."""
    return _state(failure).startswith(GIVEN_UP)


def is_misfit(failure: Failure) -> bool:
    """Whether a statement does not fit the tables, or their rows."""
    state = _state(failure)
    return (state.startswith(MISFITS) and state != MAY_NOT) or _sqlite_code(failure) in MISFITS_OF_SQLITE


def told(failure: Failure | PoolTimeout) -> Told:
    """Whether the database is away; one that says what is wrong with a statement is not."""
    if isinstance(failure, PoolTimeout) or (isinstance(failure, DBAPIError) and failure.connection_invalidated):
        return DATABASE
    if is_given_up(failure):
        return Answered.GIVEN_UP
    return DATABASE if _is_operational(failure) and not is_misfit(failure) else Answered.OTHERWISE


def _is_of_other_tables(failure: Failure) -> bool:
    return _state(failure).startswith(OTHER_TABLES) or str(_by_driver(failure)).startswith(NONE_SUCH)


def _is_away(failure: Failure) -> bool:
    cause = _by_driver(failure)
    if isinstance(cause, sqlite3.Error):
        return _sqlite_code(failure) == sqlite3.SQLITE_CANTOPEN
    return _is_operational(cause) and (not _state(failure) or _state(failure).startswith(AWAY))


def _is_operational(failure: BaseException | None) -> bool:
    """Whether it is of a class of PEP 249 for what need be no fault of the statement; of SQLite's own, none is."""
    if isinstance(failure, DBAPIError | sqlite3.Error):
        return isinstance(failure, OperationalError | InterfaceError)
    from psycopg import OperationalError as PostgresAway  # noqa: PLC0415  # whose errors are met is imported by then

    return isinstance(failure, PostgresAway)


def _state(failure: Failure) -> str:
    return getattr(_by_driver(failure), "sqlstate", None) or ""


def _sqlite_code(failure: Failure) -> int | None:
    """SQLite's primary code: what says more precisely what happened stands in the higher bits."""
    code: int | None = getattr(_by_driver(failure), "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _by_driver(failure: Failure) -> BaseException | None:
    return failure.orig if isinstance(failure, DBAPIError) else failure
