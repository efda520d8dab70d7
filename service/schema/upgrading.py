"""Upgrade the tables to this version; an interrupted upgrade can be resumed.

One upgrade runs at a time: a second one waits, and finds nothing left to do. Each migration is one transaction,
including its row in `alembic_version`. An SQLite file is copied before, so that one can go back to the earlier version,
and vacuumed after. PostgreSQL has its own tools for that.
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

from service.db.db_errors import FAILURES, in_words, is_busy, is_misfit, said
from service.db.write_lock import is_locked
from service.embedded.home import flush
from service.schema.revisions import MIGRATIONS, TableVersion, foreign, known, revision_of, standing

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig
    from alembic.runtime.migration import MigrationContext, MigrationInfo

Tell = Callable[[str], None]
Applied = Callable[..., None] | None
"""Runs at the end of each migration, in its transaction."""

PATIENCE = 60
"""Seconds of retries for a migration while others lock its tables."""
PATIENCE_WITH_OTHERS = 900
"""Seconds to wait for another upgrade."""
LOCK_SECONDS = 5
"""Seconds of one wait for a lock: on PostgreSQL, readers of the table queue behind it."""
PAUSE = 0.2
LOCK = 0x53756E6469616C
"""The id of PostgreSQL's advisory lock for upgrades: "Sundial"."""
INFIX = ".before-upgrade-from-"
PARTIAL = ".partial"
KEPT = timedelta(days=14)
"""How long a copy is kept. It may hold data that newer versions encrypt or delete."""
NEW_FILE_WANTED = 1
"""The value of SQLite's `user_version` while a VACUUM is pending."""
WAITING = "Another `sundial upgrade` is at work on this database; waiting until it has ended."
CHAPTER = "docs/operating.md#upgrades"

log = logging.getLogger(__name__)


class CannotUpgrade(RuntimeError):
    """The upgrade failed; the text says why, the state of the tables, and what to do."""


def upgrade(engine: Engine, tell: Tell = log.info, *, with_copy: bool = True, patience: float = PATIENCE) -> None:
    """Upgrade the tables to the newest migration, or raise CannotUpgrade; vacuums an SQLite file."""
    is_a_file = engine.dialect.name == "sqlite"
    with _explaining(engine), alone(engine, tell):
        if is_a_file:
            _refuse_emptied(_file_of(engine))
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
    """Remove copies older than KEPT, including unfinished ones."""
    if engine.dialect.name != "sqlite":
        return
    path = _file_of(engine)
    for copy in path.parent.glob(f"{path.name}{INFIX}*"):
        if datetime.fromtimestamp(copy.stat().st_mtime, UTC) < now - KEPT:
            copy.unlink()


def alembic_settings(connection: Connection, applied: Applied = None) -> AlembicConfig:
    """Build Alembic's configuration for a connection."""
    from alembic.config import Config as AlembicConfig  # noqa: PLC0415  # costs 0.2 s

    settings = AlembicConfig()
    settings.set_main_option("script_location", str(MIGRATIONS))
    settings.attributes.update(connection=connection, applied=applied)
    return settings


def alone(engine: Engine, tell: Tell, seconds: float = PATIENCE_WITH_OTHERS) -> AbstractContextManager[None]:
    """Lock out other upgrades of this database; CannotUpgrade if one does not end."""
    hold = _hold_file if engine.dialect.name == "sqlite" else _hold_advisory_lock
    return hold(engine, tell, seconds)


@contextmanager
def _hold_file(engine: Engine, tell: Tell, seconds: float) -> Iterator[None]:
    """Lock a file of its own until the process ends: closing SQLite's file would release SQLite's locks."""
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
    """Take an advisory lock in a transaction of its own, which works through connection poolers."""
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


@contextmanager
def _explaining(engine: Engine) -> Iterator[None]:
    """Convert database errors to CannotUpgrade, for SQLite with the file and the copies that may replace it."""
    try:
        yield
    except FAILURES as failure:
        said = in_words(failure)
        raise CannotUpgrade(_about(_file_of(engine), said) if engine.dialect.name == "sqlite" else said) from failure


def _refuse_emptied(file: Path) -> None:
    """Raise CannotUpgrade for a file of 0 bytes: SQLite would take it for a new database."""
    if file.exists() and not file.stat().st_size:
        said = "The database is empty (0 bytes), so its games are lost. Restore a backup: sundial restore FILE"
        raise CannotUpgrade(_about(file, f"{said}. Or remove the file to begin anew."))


def _about(file: Path, said: str) -> str:
    copies = ", ".join(str(copy) for copy in sorted(file.parent.glob(f"{file.name}{INFIX}*")))
    return f"{file}: {said}" + (f"\nA copy from before an upgrade may replace it: {copies}" if copies else "")


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
    """Copy the current database, privately and synced; replaces a copy of that revision.

    Deleted data is left out; the write-ahead log is included.
    """
    path = _file_of(engine)
    copy = path.with_name(f"{path.name}{INFIX}{revision}")
    unfinished = copy.with_name(copy.name + PARTIAL)
    unfinished.unlink(missing_ok=True)
    connection = engine.raw_connection()
    try:
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        connection.cursor().execute("VACUUM INTO ?", (str(unfinished),))
        flush(unfinished)  # SQLite does not sync the copy
        unfinished.replace(copy)
    finally:
        connection.close()
        unfinished.unlink(missing_ok=True)
    flush(copy.parent)
    return copy


def _migrate(engine: Engine, tell: Tell, patience: float) -> None:
    """Run all pending migrations; retry for a while if others lock the tables."""
    ends, is_told = monotonic() + patience, False
    while True:
        try:
            return _migrate_once(engine, min(patience, LOCK_SECONDS))
        except DBAPIError as failure:
            if is_misfit(failure):
                raise CannotUpgrade(_misfit(engine, failure)) from failure
            if not is_busy(failure) or (is_told and monotonic() > ends):
                raise
        if not is_told:
            tell(f"Others hold tables that are to be changed; trying again for {patience:.0f} seconds.")
            is_told = True
        sleep(PAUSE)


def _migrate_once(engine: Engine, lock_seconds: float) -> None:
    from alembic import command  # noqa: PLC0415  # costs 0.2 s; there is rarely a migration

    with engine.connect().execution_options(writes=True) as connection:
        connection.detach()
        prepare = _prepare_sqlite if engine.dialect.name == "sqlite" else _prepare_postgresql
        command.upgrade(alembic_settings(connection, prepare(connection, lock_seconds)), "head")


def _prepare_sqlite(connection: Connection, _lock_seconds: float) -> Applied:
    """Disable foreign keys, and check before each commit that no more of them dangle than before.

    Alembic changes a column by copying its table and dropping the old one, and SQLite's DROP deletes row by row, with
    the actions of foreign keys. So they are off during migrations, as in SQLite's own recipe
    (https://www.sqlite.org/lang_altertable.html#otheralter). Do not reuse the connection.
    """
    raw: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    raw.execute("PRAGMA foreign_keys = OFF")  # has no effect inside a transaction
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
    """Count rows that refer to missing rows."""
    return len(connection.exec_driver_sql("PRAGMA foreign_key_check").all())


def _prepare_postgresql(connection: Connection, lock_seconds: float) -> None:
    """Set timeouts at the start of each transaction: statements may take long, waits for locks may not."""

    @event.listens_for(connection, "begin")
    def limit(begun: Connection) -> None:
        begun.exec_driver_sql(f"SET LOCAL lock_timeout = {int(lock_seconds * 1000)}")
        begun.exec_driver_sql("SET LOCAL statement_timeout = 0")


def _misfit(engine: Engine, failure: DBAPIError) -> str:
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
    """Mark the file for a VACUUM, in the current transaction.

    The mark is in the file itself, so a VACUUM that is interrupted or lacks space runs next time.
    """
    connection.exec_driver_sql(f"PRAGMA user_version = {NEW_FILE_WANTED}")


def write_anew_if_wanted(engine: Engine, tell: Tell) -> None:
    """Vacuum a marked file and truncate its log, so that no deleted data remains.

    A failure is reported.
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
    """Return the path of an SQLite database."""
    return Path(str(engine.url.database)).resolve()
