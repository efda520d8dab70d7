"""`sundial upgrade` of a later version, killed before the first statement or commit that an expression matches."""

from __future__ import annotations

import os
import re
import signal
import sys
from typing import Any

from sqlalchemy import Engine, event

from tests.service.schema import later

PLACE = sys.argv.pop()


def look_at(statement: str) -> None:
    """Die if it is time."""
    if re.match(PLACE, statement.strip()):
        os.kill(os.getpid(), signal.SIGKILL)


@event.listens_for(Engine, "connect")
def trace(connection: Any, _record: object) -> None:
    """Trace all statements of SQLite, including those of transactions."""
    if hasattr(connection, "set_trace_callback"):
        connection.set_trace_callback(look_at)


@event.listens_for(Engine, "before_cursor_execute")
def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
    """Record PostgreSQL's statements, and SQLite's from SQLAlchemy."""
    look_at(statement)


@event.listens_for(Engine, "commit")
def note_commit(_connection: object) -> None:
    """Record commits."""
    look_at("COMMIT")


if __name__ == "__main__":
    later.main()
