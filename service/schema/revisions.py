"""Which migrations this code knows, and which of them a database has had. It costs no more than a query."""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

from service import models
from service.core.config import Config
from service.core.db import new_engine
from service.core.patience import Role
from service.core.troubles import FAILURES

MIGRATIONS = Path(models.__file__).parent / "migrations"
REVISION = re.compile(r"baseline_[0-9a-f]{8}(_\d{4})?")
"""A baseline is named after its tables, and what comes after it by its name and a number."""
APPLIED = table("alembic_version", column("version_num"))


class TableVersion(Enum):
    """The tables of a database beside this code."""

    OLDER = auto()
    """Not there, or from before; this code cannot work with them."""
    CURRENT = auto()
    NEWER = auto()
    """Changed by a version that this code does not know, as while machines get a new version one after the other."""
    FOREIGN = auto()
    """Of another baseline. Nothing converts them."""


class ForeignTables(RuntimeError):
    """The tables are of another baseline; the text says so, and what to do."""


@cache
def known() -> tuple[str, ...]:
    """The migrations of this code, the oldest first; with them begin the names of their files."""
    names = sorted(path.name for path in (MIGRATIONS / "versions").glob("*.py"))
    return tuple(found.group() for name in names if (found := REVISION.match(name)))


def revision_of(connection: Connection) -> str | None:
    """The last migration that a database has had; None if it had none."""
    if not inspect(connection).has_table(APPLIED.name):
        return None
    revision: str | None = connection.scalar(select(APPLIED.c.version_num))
    return revision


def standing(revision: str | None) -> TableVersion:
    """How tables of that revision are beside this code."""
    if revision == known()[-1]:
        return TableVersion.CURRENT
    if revision is None or revision in known():
        return TableVersion.OLDER
    return TableVersion.NEWER if revision.startswith(f"{known()[0]}_") else TableVersion.FOREIGN


def foreign(what: str, revision: str | None) -> str:
    """What is wrong with a database or a backup of another baseline, and what to do."""
    return (
        f"This {what} was made by another version of Sundial (its tables are of revision {revision}), and before 1.0.0 "
        f"nothing converts it: begin with an empty database, or use the version that made the {what}."
    )


def refuse_foreign_tables(config: Config, role: Role) -> None:
    """ForeignTables before a program starts on them. A database that does not answer yet may do so later."""
    engine = new_engine(config.database_url, role, config.patience[role])
    try:
        with engine.connect() as connection:
            revision = revision_of(connection)
    except FAILURES:
        return
    finally:
        engine.dispose()
    if standing(revision) == TableVersion.FOREIGN:
        raise ForeignTables(foreign("database", revision))
