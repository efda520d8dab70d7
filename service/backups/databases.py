"""What backups need of a database: how it is stored and checked, and how another one is put in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, make_url, select

from service.audit import fault_of
from service.backups.archive import BackupManifest, BackupRefused, Writer
from service.core.config import Config
from service.core.db import session
from service.core.errors import Refused
from service.models import Game
from service.play.positions import NONSENSE
from service.recorded import BadRecord
from service.schema.revisions import known, revision_of

HOLDS_GAMES = (
    "The database holds games. With --force the backup takes their place, and the database of now is kept aside."
)
AT_ONCE = 100
"""Games that are read together."""


@dataclass(frozen=True)
class Stored:
    """What was put into an archive: the revision of its tables, and each game with what is wrong with it, or None."""

    revision: str
    verdicts: Mapping[str, str | None]


class Database(Protocol):
    """What the module of each kind of database provides."""

    def store(self, settings: Config, writer: Writer, work: Path) -> Stored:
        """Write the database as it is at one moment; BackupRefused. `work` is a directory to work in."""

    def replacing(
        self, settings: Config, path: Path, manifest: BackupManifest, aside: str, *, force: bool
    ) -> AbstractContextManager[str | None]:
        """The backup as a database of its own, in whose context the body runs; after it, it takes the old one's place.

        Both happen in one step: whoever is killed before it leaves the old one as it was. Comes with where the database
        of before is kept, if it held games. BackupRefused.
        """


def database_of(settings: Config) -> tuple[str, Database]:
    """The name of the kind of database that is configured, and its module."""
    name = make_url(settings.database_url).get_backend_name()
    module: Database = import_module(f"service.backups.{name}")
    return name, module


def current_revision(connection: Connection) -> str:
    """The revision of the tables; BackupRefused if they are not of this version, which could not check them."""
    found = revision_of(connection)
    if found is None or found != known()[-1]:
        raise BackupRefused(
            "The tables are of another version of Sundial: back up with that version, or run `sundial upgrade` first."
        )
    return found


def verdicts() -> Iterator[tuple[str, str | None]]:
    """Every game by its id, and what is wrong with it or None. It stays in the transaction that it finds."""
    after = ""
    while games := session().scalars(select(Game).where(Game.id > after).order_by(Game.id).limit(AT_ONCE)).all():
        for game in games:
            try:
                fault = None if game.setup is None else fault_of(game)  # before it has begun, nothing can be wrong
            except (Refused, BadRecord, *NONSENSE) as error:
                fault = f"its log cannot be replayed: {type(error).__name__}"
            yield game.id, fault
        after = games[-1].id
        session().expunge_all()
