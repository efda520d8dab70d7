"""`sundial backup`: write the database to one file, while everything runs."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path

import click

from service.app import time_in
from service.backups import make
from service.backups.archive import BackupManifest, BackupRefused, checked
from service.cli.configured import configured
from service.cli.database import database

MEGABYTE = 1_000_000
FAULTS_NAMED = 5


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--force", is_flag=True, help="Overwrite FILE if it exists; the old one is kept until the new one is complete."
)
@click.option("--check", is_flag=True, help="Make no backup: check whether FILE is valid, and print what it holds.")
def backup(file: Path, *, force: bool, check: bool) -> None:
    """Write a verified backup of the whole database to FILE.

    Web and workers may run. The secret key and the file of deletions are not included: keep them elsewhere. Exits with
    1 if a game differs from its log; FILE is written all the same.
    """
    began = time.monotonic()
    settings = configured()
    try:
        with database():
            manifest = checked(file) if check else make(settings, file, partial(time_in, settings), force=force)
    except BackupRefused as refusal:
        raise click.ClickException(str(refusal)) from None
    except OSError as failure:
        raise click.ClickException(f"{file} cannot be written: {failure.strerror}.") from None
    click.echo(f"{file}: {told_of(manifest)}")
    click.echo(
        f"{file.stat().st_size / MEGABYTE:.1f} MB, {'read' if check else 'made'} in {time.monotonic() - began:.1f} s."
    )
    tell_faults(manifest)
    sys.exit(bool(manifest.faults))


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
