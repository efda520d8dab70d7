"""SQLite's file as it was before an upgrade, for those who want to go back to the version before.

PostgreSQL has tools of its own for that, and other people who look after it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Engine

from service.embedded.disk import flush
from service.schema.alone import file_of

INFIX = ".before-upgrade-from-"
PARTIAL = ".partial"
KEPT = timedelta(days=14)
"""How long a copy is needed at most. It may hold in the clear what newer versions encrypt or do not keep."""


def copied(engine: Engine, revision: str) -> Path:
    """A copy as of this moment, for its owner alone, whole and on the disk; it replaces one of the same revision."""
    path = file_of(engine)
    copy = path.with_name(f"{path.name}{INFIX}{revision}")
    partial = copy.with_name(copy.name + PARTIAL)
    partial.unlink(missing_ok=True)
    try:
        _write(engine, partial)
        partial.replace(copy)
    finally:
        partial.unlink(missing_ok=True)
    flush(copy.parent)
    return copy


def drop_old_copies(engine: Engine, now: datetime) -> None:
    """Remove the copies that were made longer ago than KEPT."""
    for copy in copies(engine):
        if datetime.fromtimestamp(copy.stat().st_mtime, UTC) < now - KEPT:
            copy.unlink()


def copies(engine: Engine) -> Iterator[Path]:
    """All copies there are, and what is left of those that were not finished."""
    if engine.dialect.name == "sqlite":
        path = file_of(engine)
        yield from path.parent.glob(f"{path.name}{INFIX}*")


def _write(engine: Engine, path: Path) -> None:
    """What is in no table any more is not copied; what is in the log beside the file is."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("VACUUM INTO ?", (str(path),))
    finally:
        connection.close()
    flush(path)  # SQLite leaves this to whoever wants a copy to last
