"""SQLite's file written anew after an upgrade, so that nothing stays in it that is in no table any more.

That is no part of any transaction, so the file itself notes that it is still to be done: whoever is killed before it is
over, or has no room for it, finds it again at the next upgrade.
"""

from __future__ import annotations

import sqlite3

from sqlalchemy import Connection, Engine
from sqlalchemy.engine.interfaces import DBAPICursor

from service.schema.alone import Tell

WANTED = 1
"""What `user_version`, a number that SQLite keeps for programs, is as long as the file is to be written anew."""


def want_new_file(connection: Connection) -> None:
    """Note, in the transaction under way, that the file is to be written anew after it."""
    connection.exec_driver_sql(f"PRAGMA user_version = {WANTED}")


def write_anew_if_wanted(engine: Engine, tell: Tell) -> None:
    """Write the file anew and empty the log beside it if that was noted; what keeps us from it is told."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        if cursor.execute("PRAGMA user_version").fetchone()[0] == WANTED:
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
    is_busy, *_ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise sqlite3.OperationalError("the log is read by others")
    cursor.execute("PRAGMA user_version = 0")
