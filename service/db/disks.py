"""Room on the disks of `SUNDIAL_HOME` and of the database."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from sqlalchemy import Connection, text

LOW_SHARE = 0.05
LOW_BYTES = 200_000_000
"""A disk with less room than either of these counts as nearly full."""
TAKEN = 256 * 1024
"""Bytes to try in SQLite's folder: more than a move needs."""
_FOLDER = text("""
SELECT setting FROM pg_settings
WHERE name = 'data_directory' AND coalesce(host(inet_server_addr()) IN ('127.0.0.1', '::1'), true)
""")
"""Empty for a server elsewhere, and for roles without the rights of pg_read_all_settings."""


@dataclass(frozen=True)
class Disk:
    """The bytes that are free on a disk, and their share of it."""

    free: int
    share: float

    @property
    def is_low(self) -> bool:
        """Whether somebody must make room."""
        return self.free < LOW_BYTES or self.share < LOW_SHARE

    def __str__(self) -> str:
        return f"{self.free / 1e6:,.0f} MB free, {self.share:.0%}"


def disk_of(folder: Path | None) -> Disk | None:
    """Look at the disk of a folder; None if this machine does not have it."""
    try:
        found = shutil.disk_usage(folder) if folder else None
    except OSError:
        return None
    return Disk(found.free, found.free / found.total) if found and found.total else None


def data_folder(connection: Connection) -> Path | None:
    """Return the folder of the database if it is on this machine and known."""
    if connection.dialect.name == "sqlite":
        return Path(str(connection.engine.url.database)).parent
    folder = connection.scalar(_FOLDER)
    return Path(folder) if folder else None


def disks(connection: Connection, home: Path) -> dict[str, Disk]:
    """Look at the disks of `home` and `database`, as far as they are known."""
    found = {"home": disk_of(home), "database": disk_of(data_folder(connection))}
    return {place: disk for place, disk in found.items() if disk}


def take_room(connection: Connection) -> None:
    """Let the database's disk take some bytes, in the current transaction, and drop them again.

    Raises DBAPIError or OSError if it is full. A row alone would not show that: its page and the log may have room.
    """
    if connection.dialect.name == "sqlite":
        with TemporaryFile(dir=data_folder(connection)) as file:
            file.write(bytes(TAKEN))
    else:
        connection.exec_driver_sql("SET LOCAL work_mem = '64kB'")  # what is longer goes to a temporary file
        connection.exec_driver_sql("SELECT count(*) FROM generate_series(1, 20000)")  # half a megabyte
