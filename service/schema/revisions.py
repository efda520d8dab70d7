"""Which migrations this code knows, and which of them a database has had. It costs no more than a query."""

from __future__ import annotations

from enum import Enum, auto
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

from service import models

MIGRATIONS = Path(models.__file__).parent / "migrations"
APPLIED = table("alembic_version", column("version_num"))


class TableVersion(Enum):
    """The tables of a database beside this code."""

    OLDER = auto()
    """Not there, or from before; this code cannot work with them."""
    CURRENT = auto()
    NEWER = auto()
    """Changed by a version that this code does not know, as while machines get a new version one after the other."""


@cache
def known() -> tuple[str, ...]:
    """The migrations of this code, the oldest first; with them begin the names of their files."""
    return tuple(sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")))


def revision_of(connection: Connection) -> str | None:
    """The last migration that a database has had; None if it had none."""
    if not inspect(connection).has_table(APPLIED.name):
        return None
    revision: str | None = connection.scalar(select(APPLIED.c.version_num))
    return revision


def standing(connection: Connection) -> TableVersion:
    """How the tables of a database are beside this code."""
    revision = revision_of(connection)
    if revision == known()[-1]:
        return TableVersion.CURRENT
    return TableVersion.OLDER if revision is None or revision in known() else TableVersion.NEWER
