"""The database interface of backups: store and audit one, and replace it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, inspect, make_url, select

from service.backups.archive import BackupManifest, BackupRefused, Writer
from service.config.environment import Config
from service.config.timeouts import Role
from service.db import engines
from service.db.db_errors import FAILURES
from service.db.engines import session
from service.erasure.departures import deletions_known_to
from service.language.errors import Refused
from service.models import Departure, Game
from service.play.audits import fault_of
from service.play.positions import NONSENSE
from service.schema.revisions import known, revision_of
from service.verification.recorded import BadRecord

HOLDS_GAMES = (
    "The database holds games. With --force the backup takes their place, and the database of now is kept aside."
)
AT_ONCE = 100
"""Games loaded together."""


@dataclass(frozen=True)
class Stored:
    """The result of a backup: the revision of the tables, and each game with its fault or None."""

    revision: str
    verdicts: Mapping[str, str | None]


@dataclass(frozen=True)
class Previous:
    """The database that a backup replaces."""

    kept: str | None
    """Where it is kept, if it held games."""
    deletions: Mapping[str, str] | None
    """The day of each deletion that it knows, by mark; None if it cannot be read."""


class Database(Protocol):
    """The interface that the module of each database implements."""

    def store(self, settings: Config, writer: Writer, work: Path) -> Stored:
        """Store a consistent snapshot of the database; BackupRefused. `work` is a working directory."""

    def replacing(
        self, settings: Config, path: Path, manifest: BackupManifest, aside: str, *, force: bool
    ) -> AbstractContextManager[Previous]:
        """Prepare the backup as a separate database for the body of the block, then replace the old one in one step.

        If it is interrupted before that step, the old database is unchanged. BackupRefused.
        """

    def alone(self, settings: Config) -> AbstractContextManager[None]:
        """Serve the database while no other process uses it; BackupRefused."""


def database_of(settings: Config) -> tuple[str, Database]:
    """Return the name and the module of the configured database."""
    name = make_url(settings.database_url).get_backend_name()
    module: Database = import_module(f"service.backups.{name}")
    return name, module


def current_revision(connection: Connection) -> str:
    """Return the revision of the tables; BackupRefused unless it is this version's, which alone could be audited."""
    found = revision_of(connection)
    if found is None or found != known()[-1]:
        raise BackupRefused(
            "The tables are of another version of Sundial: back up with that version, or run `sundial upgrade` first."
        )
    return found


def deletions_in_database(url: str, settings: Config) -> dict[str, str] | None:
    """Read the deletions that a database of any version knows; None if it cannot be read."""
    engine = engines.new_engine(url, Role.COMMAND, settings.patience[Role.COMMAND])
    try:
        with engine.connect() as connection:
            is_there = inspect(connection).has_table(Departure.__tablename__)
            return deletions_known_to(connection) if is_there else {}
    except (*FAILURES, ValueError, TypeError):  # of a damaged file also values that do not fit their columns
        return None
    finally:
        engine.dispose()


def verdicts() -> Iterator[tuple[str, str | None]]:
    """Audit every game in the current transaction, and yield its id with its fault or None."""
    after = ""
    while games := session().scalars(select(Game).where(Game.id > after).order_by(Game.id).limit(AT_ONCE)).all():
        for game in games:
            try:
                fault = None if game.setup is None else fault_of(game)  # a game that has not begun cannot differ
            except (Refused, BadRecord, *NONSENSE) as error:
                fault = f"its log cannot be replayed: {type(error).__name__}"
            yield game.id, fault
        after = games[-1].id
        session().expunge_all()
