"""Migrations known to this code, and the revision of a database. A check costs one query."""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

from service import models
from service.config.environment import Config
from service.config.timeouts import Role
from service.db.db_errors import FAILURES
from service.db.engines import new_engine

MIGRATIONS = Path(models.__file__).parent / "migrations"
REVISION = re.compile(r"baseline_[0-9a-f]{8}(_\d{4})?")
"""A baseline is named after its tables; later migrations add a number to its name."""
APPLIED = table("alembic_version", column("version_num"))


class TableVersion(Enum):
    """The state of a database's tables compared with this code."""

    OLDER = auto()
    """Missing or older; this code cannot use them."""
    CURRENT = auto()
    NEWER = auto()
    """Changed by a newer version, as during a rolling upgrade."""
    FOREIGN = auto()
    """Of another baseline. There is no migration."""


class ForeignTables(RuntimeError):
    """The tables are of another baseline; the text says what to do."""


@cache
def known() -> tuple[str, ...]:
    """List this code's migrations, the oldest first; their file names begin with these names."""
    names = sorted(path.name for path in (MIGRATIONS / "versions").glob("*.py"))
    return tuple(found.group() for name in names if (found := REVISION.match(name)))


def revision_of(connection: Connection) -> str | None:
    """Return a database's last migration; None if it has none."""
    if not inspect(connection).has_table(APPLIED.name):
        return None
    revision: str | None = connection.scalar(select(APPLIED.c.version_num))
    return revision


def standing(revision: str | None) -> TableVersion:
    """Compare a database's revision with this code."""
    if revision == known()[-1]:
        return TableVersion.CURRENT
    if revision is None or revision in known():
        return TableVersion.OLDER
    return TableVersion.NEWER if revision.startswith(f"{known()[0]}_") else TableVersion.FOREIGN


def foreign(what: str, revision: str | None) -> str:
    """Explain that a database or backup is of another baseline, and what to do."""
    return (
        f"This {what} was made by another version of Sundial (its tables are of revision {revision}), and before 1.0.0 "
        f"nothing converts it: begin with an empty database, or use the version that made the {what}."
    )


def refuse_foreign_tables(config: Config, role: Role) -> None:
    """Raise ForeignTables before a program starts on such a database; one that does not answer is ignored."""
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
