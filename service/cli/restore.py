"""`sundial restore`: replace the database by a backup, held until `sundial release`."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

import click
from psycopg import Error as PostgresError
from sqlalchemy.exc import DBAPIError

from service.app import time_in
from service.backups import Restored, SetBack
from service.backups import restore as put_back
from service.backups.archive import BackupManifest, BackupRefused
from service.cli.configured import configured_where_told, home_of
from service.db.db_errors import FAILURES, in_words
from service.schema.upgrading import CannotUpgrade

HELD = """\
Emails, webhooks and the computer's moves are held, and no deadline passes, until you run: sundial release
Start Sundial and check it first; `sundial token create EMAIL` creates a token for that."""
NO_FILE = (
    "Accounts that were deleted after the backup may be back, unless the previous database knew them. "
    "If you have another copy of the file, run: sundial forget FILE"
)
STRANGE_KEY = (
    "The backup was made with a SECRET_KEY that is not set here. Links in emails, secrets of webhooks and "
    "queued messages depend on it. Add it to SECRET_KEY or SECRET_KEY_FALLBACKS before you start Sundial."
)

FAULTS_NAMED = 5
TROUBLES = (BackupRefused, OSError, *FAILURES, PostgresError)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace a database that has games; the old one is kept aside.")
def restore(file: Path, *, force: bool) -> None:
    """Replace the database by the backup in FILE, after verifying it. Stop Sundial first.

    Nothing is sent until `sundial release`. Work that may have been sent since the backup is not sent again.
    """
    settings = configured_where_told()
    home_of(settings)
    try:
        restored = put_back(settings, file, time_in(settings), force=force)
    except BackupRefused as refusal:
        raise click.ClickException(str(refusal)) from None
    except (CannotUpgrade, *TROUBLES) as failure:
        raise click.ClickException(f"Nothing was restored: {in_a_sentence(failure, file)}") from None
    tell(restored, settings.deletions)


def in_a_sentence(failure: Exception, file: Path) -> str:
    """Explain why a database cannot be backed up, restored or held."""
    match failure:
        case OSError():
            return f"{failure.filename or file}: {failure.strerror}."
        case DBAPIError() | sqlite3.Error() | PostgresError():
            return in_words(failure)
    return str(failure)


def tell(restored: Restored, deletions: Path) -> None:
    """Print what was restored, what was lost, and what to do next."""
    click.echo(f"Restored: {told_of(restored.manifest)}")
    if kept := restored.previous.kept:
        click.echo(f"The previous database is kept as {kept}; it has all changes since the backup, so protect it.")
    if restored.deleted_again:
        click.echo(f"Deleted accounts were in the backup, and are deleted again: {restored.deleted_again}.")
    tell_set_back(restored.set_back)
    tell_faults(restored.manifest)
    if restored.previous.deletions is None:
        click.echo("The previous database cannot be read, so the deletions that it knows are unknown.", err=True)
    if not restored.had_file:
        click.echo(f"There was no file of deletions at {deletions}. {NO_FILE}", err=True)
    if not restored.is_key_known:
        click.echo(STRANGE_KEY, err=True)


def tell_set_back(outcome: SetBack) -> None:
    """Print what goes on after a restore, what is not sent, and what to do next."""
    click.echo(f"Running games: {outcome.games}; players to be notified of their turn: {outcome.told}.")
    click.echo(f"Not sent, because it may have been sent since the backup: {counted(outcome.unsent)}.")
    click.echo(HELD)


def told_of(manifest: BackupManifest) -> str:
    """Summarise a backup in a line."""
    return (
        f"{manifest.games} games as of {manifest.made_at:%Y-%m-%d %H:%M:%S} UTC, {manifest.database}, tables of "
        f"revision {manifest.revision}; {manifest.games - len(manifest.faults)} games match their logs."
    )


def tell_faults(manifest: BackupManifest) -> None:
    """Print games that differ from their logs, on standard error."""
    for game, fault in [*manifest.faults.items()][:FAULTS_NAMED]:
        click.echo(f"Game {game} does not match its log: {fault}", err=True)


def counted(counts: Mapping[str, int]) -> str:
    """Format counts by kind in a line."""
    return ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())) or "nothing"
