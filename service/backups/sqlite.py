"""SQLite backups: the file, copied through SQLite's backup API, because recent data is in its write-ahead log."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy import make_url

from service.app import serving
from service.backups.archive import BLOCK, BackupManifest, BackupRefused, Writer, extract
from service.backups.databases import HOLDS_GAMES, Previous, Stored, current_revision, deletions_in_database, verdicts
from service.config.environment import Config
from service.db import engines
from service.embedded.home import HomeInUse, flush, hold, make_home
from service.schema.upgrading import upgrade

PART = "sundial.sqlite"
RESTORING = ".restoring"
"""The suffix of the file that will become the database."""


def store(settings: Config, writer: Writer, work: Path) -> Stored:
    """Store a consistent copy of the database, and check its integrity and its games; BackupRefused."""
    copy = work.absolute() / PART  # Flask-SQLAlchemy looks for others in its own folder
    _copy(_file(settings), copy)
    _check(copy, str(copy))
    with serving(replace(settings, database_url=f"sqlite:///{copy}")):
        revision = current_revision(engines.session().connection())
        found = dict(verdicts())
    _close(copy)
    with writer.part(PART) as part, copy.open("rb") as file:
        shutil.copyfileobj(file, part, BLOCK)
    return Stored(revision, found)


@contextmanager
def replacing(settings: Config, path: Path, manifest: BackupManifest, aside: str, *, force: bool) -> Iterator[Previous]:
    """Restore the backup into a file beside the database, then replace that; see `databases.Database`."""
    old = _file(settings)
    new = old.with_name(f"{old.name}{RESTORING}")
    with _lock(settings.home):
        kept = old.with_name(f"{old.name}.{aside}") if _games_in_what_nobody_uses(old) else None
        if kept is not None and not force:
            raise BackupRefused(HOLDS_GAMES)
        known = deletions_in_database(settings.database_url, settings) if old.exists() else {}
        _clear(new)
        try:
            extract(path, PART, new)
            _check(new, str(path))
            with serving(replace(settings, database_url=f"sqlite:///{new}")):
                upgrade(engines.db.engine, with_copy=False)
                yield Previous(str(kept) if kept else None, known)
            _close(new)
            flush(new)
            _games_in_what_nobody_uses(old)
            _set_aside(old, kept)
            new.replace(old)
            flush(old.parent)
        finally:
            _clear(new)


@contextmanager
def alone(settings: Config) -> Iterator[None]:
    """Serve the file while no other process uses it; see `databases.Database`."""
    with _lock(settings.home):
        _games_in_what_nobody_uses(_file(settings))
        with serving(settings):
            yield


def _file(settings: Config) -> Path:
    return Path(str(make_url(settings.database_url).database))


def _copy(source: Path, to: Path) -> None:
    """Copy all committed data while other processes read and write."""
    try:
        with (
            closing(sqlite3.connect(f"{source.as_uri()}?mode=rw", uri=True)) as old,
            closing(sqlite3.connect(to)) as new,
        ):
            old.backup(new)
    except sqlite3.Error as failure:
        raise BackupRefused(f"The database, {source}, cannot be copied: {failure}.") from None


def _check(file: Path, name: str) -> None:
    """Raise BackupRefused if the file is corrupt, or has dangling foreign keys."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            wrong = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
            wrong += [
                f"a row of {row[0]} refers to none of {row[2]}"
                for row in connection.execute("PRAGMA foreign_key_check")
            ][:5]
    except sqlite3.Error as failure:
        wrong = [str(failure)]
    if wrong:
        raise BackupRefused(f"The database in {name} is damaged: {'; '.join(wrong)}.")


def _close(file: Path) -> None:
    """Merge the write-ahead log into the file; sqlite3.OperationalError if another process has it open."""
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


@contextmanager
def _lock(home: Path) -> Iterator[None]:
    try:
        lock = hold(make_home(home))
    except HomeInUse as busy:
        raise BackupRefused(f"Sundial runs in {busy}: stop it first. Nothing was changed.") from None
    with lock:
        yield


def _games_in_what_nobody_uses(file: Path) -> int:
    """Count the games in the database to be replaced; BackupRefused if it is in use."""
    if not file.exists():
        return 0
    try:
        _close(file)
        with closing(sqlite3.connect(file)) as connection:
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'game'").fetchone() is None:
                return 0
            return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.OperationalError as failure:
        message = f"Something uses {file} ({failure}): stop Sundial first. Nothing was changed."
        raise BackupRefused(message) from None
    except sqlite3.DatabaseError:
        return 1  # a damaged file may hold data worth saving


def _set_aside(old: Path, kept: Path | None) -> None:
    """Link the file under a second name, which remains after the replacement; its log files move along.

    Log files exist only beside a damaged file, and SQLite would take them for the new database's.
    """
    if kept is not None:
        try:
            os.link(old, kept)
        except OSError:
            shutil.copy2(old, kept)
            flush(kept)
    for part in ("-wal", "-shm"):
        if (left := old.with_name(old.name + part)).exists():
            left.replace(f"{kept}{part}") if kept else left.unlink()


def _clear(new: Path) -> None:
    for left in new.parent.glob(f"{new.name}*"):
        left.unlink()
