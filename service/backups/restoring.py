"""Restoring a backup: laid out beside the database, made one that can be served, and put into its place in one step."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from service.backups.archive import BackupManifest, BackupRefused, checked
from service.backups.databases import database_of
from service.backups.setting_back import SetBack, set_back
from service.core.config import Config
from service.core.keys import installation
from service.leaving.departures import agree_with_file
from service.schema.revisions import TableVersion, foreign, standing

NAMES = {"sqlite": "an SQLite file", "postgresql": "a PostgreSQL database"}


@dataclass(frozen=True)
class Restored:
    """What was restored, and what became of it. `aside` is where the database of before is, if it held games."""

    manifest: BackupManifest
    set_back: SetBack
    deleted_again: int
    aside: str | None
    is_key_known: bool


def restore(settings: Config, path: Path, now: datetime, *, force: bool = False) -> Restored:
    """Put a backup in the place of the database, held; BackupRefused, and nothing is changed."""
    manifest = checked(path)
    name, database = database_of(settings)
    _refuse_unfit(manifest, name)
    aside = f"before-{now:%Y%m%d-%H%M%S-%f}"  # two restores in one second keep what each of them found
    with database.replacing(settings, path, manifest, aside, force=force) as replaced:
        again = agree_with_file(now)
        outcome = set_back(manifest.made_at, now)
    return Restored(manifest, outcome, again, replaced.aside, is_key_known(manifest, settings))


def is_key_known(manifest: BackupManifest, settings: Config) -> bool:
    """Whether the secret key is among ours that was in use when the backup was made."""
    return manifest.installation in map(installation, settings.key_ring.all)


def _refuse_unfit(manifest: BackupManifest, database: str) -> None:
    if manifest.database != database:
        had, have = NAMES.get(manifest.database, manifest.database), NAMES[database]
        raise BackupRefused(f"This is a backup of {had}, and DATABASE_URL names {have}. Nothing was changed.")
    stand = standing(manifest.revision)
    if stand == TableVersion.FOREIGN:
        raise BackupRefused(foreign("backup", manifest.revision))
    if stand == TableVersion.NEWER:
        raise BackupRefused("A newer version of Sundial has made this backup: install that first. Nothing was changed.")
