"""`sundial backup`: write the database to one file, while everything runs."""

from __future__ import annotations

import shutil
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import click

from service.app import serving, time_in
from service.backups import make
from service.backups.archive import BackupRefused, NameTaken, checked
from service.backups.outcomes import note_failure
from service.cli.configured import configured
from service.cli.restore import TROUBLES, in_a_sentence, tell_faults, told_of
from service.config.environment import BadConfiguration, Config
from service.db import clock
from service.db.db_errors import FAILURES
from service.telemetry.redaction import redact
from workers.doctor.dkim import own_dkim_keys
from workers.doctor.outgoing import plain_letter
from workers.transports import TransportError, transport

DAY = 24 * 3600
SUFFIX = ".backup"


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--force", is_flag=True, help="Overwrite FILE if it exists; the old one is kept until the new one is complete."
)
@click.option("--check", is_flag=True, help="Make no backup: check whether FILE is valid, and print what it holds.")
@click.option(
    "--keep",
    type=click.IntRange(min=1),
    metavar="DAYS",
    help=f"First delete files *{SUFFIX} beside FILE that are older, but never the last good one.",
)
def backup(file: Path, *, force: bool, check: bool, keep: int | None) -> None:
    """Write a verified backup of the whole database, and of the file of deletions, to FILE.

    Web and workers may run. The secret key is not included: keep it elsewhere. Exits with 1 if a game differs from its
    log; FILE is written all the same. A failure is noted in the database, and mailed to OPERATOR_MAIL.
    """
    began = time.monotonic()
    settings = configured()
    try:
        if keep and not check:
            prune(file.parent, keep)
        manifest = checked(file) if check else make(settings, file, partial(time_in, settings), force=force)
    except TROUBLES as failure:
        why = in_a_sentence(failure, file)
        if not (check or isinstance(failure, NameTaken)):
            report_failure(settings, file, why)
        raise click.ClickException(why) from None
    click.echo(f"{file}: {told_of(manifest)}")
    click.echo(
        f"{file.stat().st_size / 1e6:.1f} MB, {'read' if check else 'made'} in {time.monotonic() - began:.1f} s."
    )
    tell_faults(manifest)
    if manifest.faults and not check:
        report_failure(
            settings, file, f"Games that do not match their logs: {len(manifest.faults)}; the file is complete."
        )
    sys.exit(bool(manifest.faults))


def prune(folder: Path, days: int) -> None:
    """Delete old backups and what interrupted ones left, but not the newest good one."""
    limit = time.time() - days * DAY
    files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda file: file.stat().st_mtime, reverse=True)
    old = [file for file in (*files, *folder.glob(f"*{SUFFIX}.part")) if file.stat().st_mtime < limit]
    good = next(filter(is_good, files), None) if old else None
    for file in old:
        if file != good:
            try:
                shutil.rmtree(file) if file.is_dir() else file.unlink()
            except OSError as failure:
                click.echo(f"{file} stays: {failure.strerror}", err=True)


def is_good(file: Path) -> bool:
    """Check that a backup is complete, and that its games match their logs."""
    try:
        return not checked(file).faults
    except (BackupRefused, OSError):
        return False


def report_failure(settings: Config, file: Path, why: str) -> None:
    """Note a failure in the database, and mail it to the operator directly: the queue is in that database."""
    with suppress(OSError, *FAILURES), serving(settings):
        note_failure(why, clock.now())
    text = f"{file}: {why}\n\nSee `sundial doctor` and `sundial backup --help`.\n"
    keys, now = own_dkim_keys(settings), clock.system_clock()
    for address in settings.operator_mail:
        try:
            letter = plain_letter(settings, address, now, keys, "The backup of Sundial failed", text)
            transport(settings).send(letter)
        except (BadConfiguration, TransportError, OSError) as failure:
            click.echo(redact(f"The email to OPERATOR_MAIL was not sent: {failure}"), err=True)
