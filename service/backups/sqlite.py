"""SQLite: a backup is the file itself, copied by SQLite's own means, for the newest of it stands in other files."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from sqlalchemy import make_url

from service.backups.archive import BLOCK, BackupManifest, BackupRefused, Writer, extract
from service.backups.databases import HOLDS_GAMES, Stored, current_revision, verdicts
from service.bare_app import serving
from service.core import db
from service.core.config import Config
from service.embedded.home import HomeInUse, flush, hold, make_home
from service.schema.upgrading import upgrade

PART = "sundial.sqlite"
RESTORING = ".restoring"
"""Ends the name of the file that is to become the database."""


def store(settings: Config, writer: Writer, work: Path) -> Stored:
    """Write the database as it is at one moment, sound and with each of its games looked at; BackupRefused."""
    copy = work / PART
    _copy(_file(settings), copy)
    _check(copy, str(copy))
    with serving(replace(settings, database_url=f"sqlite:///{copy}")):
        revision = current_revision(db.session().connection())
        found = dict(verdicts())
    _close(copy)
    with writer.part(PART) as part, copy.open("rb") as file:
        shutil.copyfileobj(file, part, BLOCK)
    return Stored(revision, found)


@contextmanager
def replacing(
    settings: Config, path: Path, manifest: BackupManifest, aside: str, *, force: bool
) -> Iterator[str | None]:
    """The backup as a file beside the database, then in its place; see `databases.Database`."""
    old = _file(settings)
    new = old.with_name(f"{old.name}{RESTORING}")
    with _lock(settings.home):
        kept = old.with_name(f"{old.name}.{aside}") if _games_in_what_nobody_uses(old) else None
        if kept is not None and not force:
            raise BackupRefused(HOLDS_GAMES)
        _clear(new)
        try:
            extract(path, PART, new)
            _check(new, str(path))
            with serving(replace(settings, database_url=f"sqlite:///{new}")):
                upgrade(db.db.engine, with_copy=False)
                yield str(kept) if kept else None
            _close(new)
            flush(new)
            _games_in_what_nobody_uses(old)
            _set_aside(old, kept)
            new.replace(old)
            flush(old.parent)
        finally:
            _clear(new)


def _file(settings: Config) -> Path:
    return Path(str(make_url(settings.database_url).database))


def _copy(source: Path, to: Path) -> None:
    """All that has committed by now. Others go on reading and writing meanwhile."""
    try:
        with (
            closing(sqlite3.connect(f"{source.as_uri()}?mode=rw", uri=True)) as old,
            closing(sqlite3.connect(to)) as new,
        ):
            old.backup(new)
    except sqlite3.Error as failure:
        raise BackupRefused(f"The database, {source}, cannot be copied: {failure}.") from None


def _check(file: Path, name: str) -> None:
    """BackupRefused if the file is not sound, or one row refers to another that is missing."""
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
    """Let everything stand in the one file; sqlite3.OperationalError if somebody else has it open."""
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
    """How many games the database holds that is to be replaced; BackupRefused if somebody uses it."""
    if not file.exists():
        return 0
    try:
        _close(file)
    except sqlite3.OperationalError as failure:
        message = f"Something uses {file} ({failure}): stop Sundial first. Nothing was changed."
        raise BackupRefused(message) from None
    except sqlite3.DatabaseError:
        return 1  # it is damaged, and may hold whatever can still be saved
    with closing(sqlite3.connect(file)) as connection, suppress(sqlite3.OperationalError):
        return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
    return 0


def _set_aside(old: Path, kept: Path | None) -> None:
    """Give the file a second name, which stays when another one takes the first; what belongs to it goes along.

    There is nothing of the latter but beside a damaged file: SQLite would take it for a part of the new one.
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
