"""Room on the disks of `SUNDIAL_HOME` and of the database."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryFile

from sqlalchemy import Connection, text

LOW = 500_000_000
"""A disk with fewer free bytes is nearly full."""
TAKEN = 256 * 1024
"""Bytes to try in SQLite's folder: more than a move needs."""
_FOLDER = text("""
SELECT setting FROM pg_settings
WHERE name = 'data_directory' AND coalesce(host(inet_server_addr()) IN ('127.0.0.1', '::1'), true)
""")
"""Empty for a server elsewhere, and for roles without the rights of pg_read_all_settings."""


def room_at(folder: Path | None) -> int | None:
    """Return the free bytes on the disk of a folder; None if this machine does not have it."""
    try:
        return shutil.disk_usage(folder).free if folder else None
    except OSError:
        return None


def data_folder(connection: Connection) -> Path | None:
    """Return the folder of the database if it is on this machine and known."""
    if connection.dialect.name == "sqlite":
        return Path(str(connection.engine.url.database)).parent
    folder = connection.scalar(_FOLDER)
    return Path(folder) if folder else None


def room(connection: Connection, home: Path) -> dict[str, int]:
    """Return the free bytes on the disks of `home` and `database`, as far as they are known."""
    found = {"home": room_at(home), "database": room_at(data_folder(connection))}
    return {place: free for place, free in found.items() if free is not None}


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
