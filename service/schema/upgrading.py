"""The tables are brought to this version, in such a way that whoever was killed on the way can go on from there.

One upgrade runs at a time: whoever comes second waits, and finds that there is nothing left to do. Each migration is
one transaction, its row in `alembic_version` included. The file of an SQLite is copied before, for those who want to go
back to the version before, and written anew after; PostgreSQL has tools of its own for that.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, event, inspect, text
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError, OperationalError

from service.core.troubles import in_words, is_busy, is_misfit, said
from service.core.write_lock import is_locked
from service.embedded.home import flush
from service.schema.revisions import MIGRATIONS, TableVersion, foreign, known, revision_of, standing

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig
    from alembic.runtime.migration import MigrationContext, MigrationInfo

Tell = Callable[[str], None]
Applied = Callable[..., None] | None
"""What is to be done at the end of each migration, in its transaction."""

PATIENCE = 60
"""Seconds for which a migration is tried again while others hold its tables."""
PATIENCE_WITH_OTHERS = 900
"""Seconds to wait for another upgrade."""
LOCK_SECONDS = 5
"""How long a migration waits for a table at a time: on PostgreSQL, whoever wants to read that table waits behind it."""
PAUSE = 0.2
LOCK = 0x53756E6469616C
"""Of the advisory locks of a PostgreSQL, the one for upgrades: "Sundial"."""
INFIX = ".before-upgrade-from-"
PARTIAL = ".partial"
KEPT = timedelta(days=14)
"""How long a copy is needed at most. It may hold in the clear what newer versions encrypt or do not keep."""
NEW_FILE_WANTED = 1
"""What `user_version`, a number that SQLite keeps for programs, is as long as the file is to be written anew."""
WAITING = "Another `sundial upgrade` is at work on this database; waiting until it has ended."
CHAPTER = "docs/operating.md#upgrades"

log = logging.getLogger(__name__)


class CannotUpgrade(RuntimeError):
    """The tables could not be brought to this version; the text says why, how they are now, and what to do."""


def upgrade(engine: Engine, tell: Tell = log.info, *, with_copy: bool = True, patience: float = PATIENCE) -> None:
    """Bring the tables to the newest migration, or CannotUpgrade; what SQLite has no more need of leaves its file."""
    is_a_file = engine.dialect.name == "sqlite"
    with alone(engine, tell):
        with engine.connect() as connection:
            before, is_empty = revision_of(connection), not inspect(connection).get_table_names()
        _check(before)
        if before != known()[-1]:
            if is_a_file and with_copy and not is_empty:
                _copy(engine, before or "none", tell)
            _migrate(engine, tell, patience)
            if not is_empty:
                tell(f"The tables are of version {known()[-1]} now; they were of {before}.")
        if is_a_file:
            write_anew_if_wanted(engine, tell)


def drop_old_copies(engine: Engine, now: datetime) -> None:
    """Remove copies that were made longer ago than KEPT, and what is left as long of those that were not finished."""
    if engine.dialect.name != "sqlite":
        return
    path = _file_of(engine)
    for copy in path.parent.glob(f"{path.name}{INFIX}*"):
        if datetime.fromtimestamp(copy.stat().st_mtime, UTC) < now - KEPT:
            copy.unlink()


def alembic_settings(connection: Connection, applied: Applied = None) -> AlembicConfig:
    """What Alembic needs to work on that connection."""
    from alembic.config import Config as AlembicConfig  # noqa: PLC0415  # as below

    settings = AlembicConfig()
    settings.set_main_option("script_location", str(MIGRATIONS))
    settings.attributes.update(connection=connection, applied=applied)
    return settings


def alone(engine: Engine, tell: Tell, seconds: float = PATIENCE_WITH_OTHERS) -> AbstractContextManager[None]:
    """Let no other upgrade of this database run inside; CannotUpgrade if one does not end."""
    hold = _hold_file if engine.dialect.name == "sqlite" else _hold_advisory_lock
    return hold(engine, tell, seconds)


@contextmanager
def _hold_file(engine: Engine, tell: Tell, seconds: float) -> Iterator[None]:
    """A lock that ends with the process, on a file of its own: to close SQLite's would end SQLite's own locks."""
    with open(f"{_file_of(engine)}.upgrade-lock", "a", opener=partial(os.open, mode=0o600)) as lock:
        ends = monotonic() + seconds
        if not is_locked(lock.fileno()):
            tell(WAITING)
            while not is_locked(lock.fileno()):
                if monotonic() > ends:
                    raise _never_ends(seconds)
                sleep(PAUSE)
        yield


@contextmanager
def _hold_advisory_lock(engine: Engine, tell: Tell, seconds: float) -> Iterator[None]:
    """A lock of a transaction that does nothing else, so that poolers of connections do not mislay it."""
    with engine.begin() as connection:
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        if not connection.scalar(text("SELECT pg_try_advisory_xact_lock(:lock)"), {"lock": LOCK}):
            tell(WAITING)
            connection.execute(text(f"SET LOCAL lock_timeout = {int(seconds * 1000)}"))
            try:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            except OperationalError as failure:
                raise _never_ends(seconds) if is_busy(failure) else failure from None
        yield


def _never_ends(seconds: float) -> CannotUpgrade:
    return CannotUpgrade(
        f"Another `sundial upgrade` has not ended within {seconds:.0f} seconds. Nothing was changed by this one. "
        "Look what the other does, and run this again."
    )


def _check(revision: str | None) -> None:
    stand = standing(revision)
    if stand == TableVersion.FOREIGN:
        raise CannotUpgrade(foreign("database", revision))
    if stand == TableVersion.NEWER:
        raise CannotUpgrade(
            f"This database was made by a newer version of Sundial: its tables are of version {revision}, and this one "
            f"knows those up to {known()[-1]}. Nothing was changed. Install the newer version again, or restore the "
            f"database as it was before; see {CHAPTER}."
        )


def _copy(engine: Engine, revision: str, tell: Tell) -> None:
    try:
        copy = _copied(engine, revision)
    except (sqlite3.Error, OSError) as failure:
        raise CannotUpgrade(
            f"No copy of the database could be made ({failure}), so nothing was changed. Make room on the disk for "
            "one more file of its size; or, if you have a backup, run: sundial upgrade --no-copy"
        ) from failure
    tell(
        f"The database as it was before this upgrade is in {copy}. It may hold in the clear what this version "
        f"encrypts or does not keep: remove it once all is well. From {KEPT.days} days on, `sundial upgrade` does."
    )


def _copied(engine: Engine, revision: str) -> Path:
    """A copy as of this moment, for its owner alone, whole and on the disk; it replaces one of the same revision.

    What is in no table any more is not copied; what is in the log beside the file is.
    """
    path = _file_of(engine)
    copy = path.with_name(f"{path.name}{INFIX}{revision}")
    unfinished = copy.with_name(copy.name + PARTIAL)
    unfinished.unlink(missing_ok=True)
    connection = engine.raw_connection()
    try:
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        connection.cursor().execute("VACUUM INTO ?", (str(unfinished),))
        flush(unfinished)  # SQLite leaves this to whoever wants a copy to last
        unfinished.replace(copy)
    finally:
        connection.close()
        unfinished.unlink(missing_ok=True)
    flush(copy.parent)
    return copy


def _migrate(engine: Engine, tell: Tell, patience: float) -> None:
    """Every migration that is still to be done; one whose tables others hold is tried again for a while."""
    ends, is_told = monotonic() + patience, False
    while True:
        try:
            return _migrate_once(engine, min(patience, LOCK_SECONDS))
        except DBAPIError as failure:
            if not is_busy(failure) or (is_told and monotonic() > ends):
                raise CannotUpgrade(_explained(engine, failure)) from failure
        if not is_told:
            tell(f"Others hold tables that are to be changed; trying again for {patience:.0f} seconds.")
            is_told = True
        sleep(PAUSE)


def _migrate_once(engine: Engine, lock_seconds: float) -> None:
    from alembic import command  # noqa: PLC0415  # costs 0.2 s; most times there is nothing to migrate

    with engine.connect().execution_options(writes=True) as connection:
        connection.detach()
        prepare = _prepare_sqlite if engine.dialect.name == "sqlite" else _prepare_postgresql
        command.upgrade(alembic_settings(connection, prepare(connection, lock_seconds)), "head")


def _prepare_sqlite(connection: Connection, _lock_seconds: float) -> Applied:
    """Switch foreign keys off, and look before each commit that no more of them dangle than before.

    Alembic changes a column by writing its table anew and dropping the old one, and SQLite deletes what it drops row by
    row, with all that foreign keys say about that. So they are off meanwhile, as SQLite's own recipe has it
    (https://www.sqlite.org/lang_altertable.html#otheralter). The connection is not to be used again afterwards.
    """
    raw: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    raw.execute("PRAGMA foreign_keys = OFF")  # inside a transaction it would do nothing
    before = _dangling(connection)
    connection.rollback()

    def applied(*, ctx: MigrationContext, step: MigrationInfo, **_: object) -> None:
        if (more := _dangling(connection) - before) > 0:
            raise CannotUpgrade(
                f"Migration {step.up_revision_id} would have left {more} rows that point nowhere. Nothing of it was "
                "done, and no row is lost. Tell whoever develops Sundial."
            )
        want_new_file(connection)

    return applied


def _dangling(connection: Connection) -> int:
    """How many rows point at rows that are not there."""
    return len(connection.exec_driver_sql("PRAGMA foreign_key_check").all())


def _prepare_postgresql(connection: Connection, lock_seconds: float) -> None:
    """At the beginning of each transaction: it may take its time, but not while it waits with others behind it."""

    @event.listens_for(connection, "begin")
    def limit(begun: Connection) -> None:
        begun.exec_driver_sql(f"SET LOCAL lock_timeout = {int(lock_seconds * 1000)}")
        begun.exec_driver_sql("SET LOCAL statement_timeout = 0")


def _explained(engine: Engine, failure: DBAPIError) -> str:
    if not is_misfit(failure):
        return in_words(failure)
    with engine.connect() as connection:
        revision = revision_of(connection)
    following = known()[0 if revision is None else known().index(revision) + 1]
    what = _file_of(engine) if engine.dialect.name == "sqlite" else "its tables"
    if_new = f" If nobody has ever played here, remove {what} instead." if revision is None else ""
    return (
        f"Migration {following} does not fit the tables ({said(failure)}): they are not as `sundial upgrade` left "
        "them. Nothing of this migration was done. Restore the database from a backup and run this again; see "
        f"{CHAPTER}.{if_new}"
    )


def want_new_file(connection: Connection) -> None:
    """Note, in the transaction under way, that the file is to be written anew after it.

    The file notes it itself, so whoever is killed before that is over, or has no room for it, finds it again next time.
    """
    connection.exec_driver_sql(f"PRAGMA user_version = {NEW_FILE_WANTED}")


def write_anew_if_wanted(engine: Engine, tell: Tell) -> None:
    """Write the file anew and empty the log beside it if that was noted, so that nothing stays that is in no table.

    What keeps us from it is told.
    """
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        if cursor.execute("PRAGMA user_version").fetchone()[0] == NEW_FILE_WANTED:
            _write_anew(cursor)
    except sqlite3.Error as failure:
        tell(
            f"The file could not be written anew ({failure}), so what earlier versions kept may still be in it. "
            "The next `sundial upgrade` tries again: give the disk twice the room of the file, and stop what uses it."
        )
    finally:
        connection.close()


def _write_anew(cursor: DBAPICursor) -> None:
    cursor.execute("VACUUM")
    is_read, *_ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_read:
        raise sqlite3.OperationalError("the log is read by others")
    cursor.execute("PRAGMA user_version = 0")


def _file_of(engine: Engine) -> Path:
    """The file of an SQLite."""
    return Path(str(engine.url.database)).resolve()
