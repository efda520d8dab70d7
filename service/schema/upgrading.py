"""The tables are brought to this version, in such a way that whoever was killed on the way can go on from there.

Each migration is one transaction, its row in `alembic_version` included.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from time import monotonic, sleep
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, event, inspect
from sqlalchemy.exc import DBAPIError

from service.core.troubles import in_words, is_busy, is_misfit, said
from service.schema.alone import PAUSE, CannotUpgrade, Tell, alone, file_of
from service.schema.anew import want_new_file, write_anew_if_wanted
from service.schema.copies import KEPT, copied
from service.schema.references import References, dangling, switch_off
from service.schema.revisions import MIGRATIONS, TableVersion, foreign, known, revision_of, standing

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig
    from alembic.runtime.migration import MigrationContext, MigrationInfo

PATIENCE = 60
"""Seconds for which a migration is tried again while others hold its tables."""
LOCK_SECONDS = 5
"""How long it waits for a table at a time: on PostgreSQL, whoever wants to read that table waits behind it."""
CHAPTER = "docs/operating.md#upgrades"

Applied = Callable[..., None] | None
"""What is to be done at the end of each migration, in its transaction."""

log = logging.getLogger(__name__)


def upgrade(engine: Engine, tell: Tell = log.info, *, with_copy: bool = True, patience: float = PATIENCE) -> None:
    """Bring the tables to the newest migration, or CannotUpgrade; what SQLite has no more need of leaves its file."""
    is_a_file = engine.dialect.name == "sqlite"
    with alone(engine, tell):
        with engine.connect() as connection:
            before, is_empty = revision_of(connection), not inspect(connection).get_table_names()
        _check(before)
        if before != known()[-1]:
            if is_a_file and with_copy and not is_empty:
                _copy(engine, before or "none", tell)
            _migrate(engine, tell, patience)
            if not is_empty:
                tell(f"The tables are of version {known()[-1]} now; they were of {before}.")
        if is_a_file:
            write_anew_if_wanted(engine, tell)


def alembic_settings(connection: Connection, applied: Applied = None) -> AlembicConfig:
    """What Alembic needs to work on that connection."""
    from alembic.config import Config as AlembicConfig  # noqa: PLC0415  # as below

    settings = AlembicConfig()
    settings.set_main_option("script_location", str(MIGRATIONS))
    settings.attributes.update(connection=connection, applied=applied)
    return settings


def _check(revision: str | None) -> None:
    stand = standing(revision)
    if stand == TableVersion.FOREIGN:
        raise CannotUpgrade(foreign("database", revision))
    if stand == TableVersion.NEWER:
        raise CannotUpgrade(
            f"This database was made by a newer version of Sundial: its tables are of version {revision}, and this one "
            f"knows those up to {known()[-1]}. Nothing was changed. Install the newer version again, or restore the "
            f"database as it was before; see {CHAPTER}."
        )


def _copy(engine: Engine, revision: str, tell: Tell) -> None:
    try:
        copy = copied(engine, revision)
    except (sqlite3.Error, OSError) as failure:
        raise CannotUpgrade(
            f"No copy of the database could be made ({failure}), so nothing was changed. Make room on the disk for "
            "one more file of its size; or, if you have a backup, run: sundial upgrade --no-copy"
        ) from failure
    tell(
        f"The database as it was before this upgrade is in {copy}. It may hold in the clear what this version "
        f"encrypts or does not keep: remove it once all is well. From {KEPT.days} days on, `sundial upgrade` does."
    )


def _migrate(engine: Engine, tell: Tell, patience: float) -> None:
    """Every migration that is still to be done; one whose tables others hold is tried again for a while."""
    ends, is_told = monotonic() + patience, False
    while True:
        try:
            return _migrate_once(engine, min(patience, LOCK_SECONDS))
        except DBAPIError as failure:
            if not is_busy(failure) or (is_told and monotonic() > ends):
                raise CannotUpgrade(_explained(engine, failure)) from failure
        if not is_told:
            tell(f"Others hold tables that are to be changed; trying again for {patience:.0f} seconds.")
            is_told = True
        sleep(PAUSE)


def _migrate_once(engine: Engine, lock_seconds: float) -> None:
    from alembic import command  # noqa: PLC0415  # costs 0.2 s; most times there is nothing to migrate

    with engine.connect().execution_options(writes=True) as connection:
        connection.detach()
        prepare = _prepare_sqlite if engine.dialect.name == "sqlite" else _prepare_postgresql
        command.upgrade(alembic_settings(connection, prepare(connection, lock_seconds)), "head")


def _prepare_sqlite(connection: Connection, _lock_seconds: float) -> Applied:
    switch_off(connection)
    references = References(dangling(connection))
    connection.rollback()

    def applied(*, ctx: MigrationContext, step: MigrationInfo, **_: object) -> None:
        references.check(connection, str(step.up_revision_id))
        want_new_file(connection)

    return applied


def _prepare_postgresql(connection: Connection, lock_seconds: float) -> None:
    """At the beginning of each transaction: it may take its time, but not while it waits with others behind it."""

    @event.listens_for(connection, "begin")
    def limit(begun: Connection) -> None:
        begun.exec_driver_sql(f"SET LOCAL lock_timeout = {int(lock_seconds * 1000)}")
        begun.exec_driver_sql("SET LOCAL statement_timeout = 0")


def _explained(engine: Engine, failure: DBAPIError) -> str:
    if not is_misfit(failure):
        return in_words(failure)
    with engine.connect() as connection:
        revision = revision_of(connection)
    following = known()[0 if revision is None else known().index(revision) + 1]
    return (
        f"Migration {following} does not fit the tables ({said(failure)}): they are not as `sundial upgrade` left "
        "them. Nothing of this migration was done. Restore the database from a backup and run this again; see "
        f"{CHAPTER}.{_if_new(engine) if revision is None else ''}"
    )


def _if_new(engine: Engine) -> str:
    what = file_of(engine) if engine.dialect.name == "sqlite" else "its tables"
    return f" If nobody has ever played here, remove {what} instead."
