"""`sundial restore`: replace the database by a backup, held until `sundial release`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click
from psycopg import Error as PostgresError

from service.app import time_in
from service.backups import Restored
from service.backups import restore as put_back
from service.backups.archive import BackupRefused
from service.cli.backup import tell_faults, told_of
from service.cli.configured import configured_where_told
from service.db.db_errors import FAILURES, in_words
from service.schema.upgrading import CannotUpgrade

HELD = """\
Emails, webhooks and the computer's moves are held, and no deadline passes, until you run: sundial release
Start Sundial and check it first; `sundial token create EMAIL` creates a token for that."""
STRANGE_KEY = (
    "The backup was made with a SECRET_KEY that is not set here. Links in emails, secrets of webhooks and "
    "queued messages depend on it. Add it to SECRET_KEY or SECRET_KEY_FALLBACKS before you start Sundial."
)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace a database that has games; the old one is kept aside.")
def restore(file: Path, *, force: bool) -> None:
    """Replace the database by the backup in FILE, after verifying it. Stop Sundial first.

    Nothing is sent until `sundial release`. Work that may have been sent since the backup is not sent again.
    """
    settings = configured_where_told()
    try:
        restored = put_back(settings, file, time_in(settings), force=force)
    except BackupRefused as refusal:
        raise click.ClickException(str(refusal)) from None
    except CannotUpgrade as refusal:
        raise click.ClickException(f"Nothing was restored: {refusal}") from None
    except OSError as failure:
        raise click.ClickException(f"Nothing was restored: {failure.filename}: {failure.strerror}.") from None
    except (*FAILURES, PostgresError) as failure:
        raise click.ClickException(f"Nothing was restored: {in_words(failure)}") from None
    tell(restored)


def tell(restored: Restored) -> None:
    """Print what was restored, what was lost, and what to do next."""
    click.echo(f"Restored: {told_of(restored.manifest)}")
    if restored.aside:
        click.echo(
            f"The previous database is kept as {restored.aside}; it has all changes since the backup, so protect it."
        )
    if restored.deleted_again:
        click.echo(f"Deleted accounts were in the backup, and are deleted again: {restored.deleted_again}.")
    click.echo(
        f"Running games: {restored.set_back.games}; players to be notified of their turn: {restored.set_back.told}."
    )
    click.echo(f"Not sent, because it may have been sent since the backup: {counted(restored.set_back.unsent)}.")
    click.echo(HELD)
    tell_faults(restored.manifest)
    if not restored.is_key_known:
        click.echo(STRANGE_KEY, err=True)


def counted(counts: Mapping[str, int]) -> str:
    """Format counts by kind in a line."""
    return ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())) or "nothing"
