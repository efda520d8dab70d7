"""`sundial forget`: deletions that another machine has noted, or an older file, made again."""

from __future__ import annotations

import time
from pathlib import Path

import click

from service.cli.configured import configured
from service.cli.database import opened
from service.core import clock
from service.core.deletions import marks
from service.leaving.departures import leave_again
from service.people.revocations import SECONDS_KNOWN


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def forget(file: Path) -> None:
    """Delete again the accounts that FILE names, as another machine's DELETIONS_FILE does, and say how many."""
    settings = configured()
    with opened(settings):
        deleted = leave_again(marks(file), clock.now())
        if deleted and not settings.redis_url:
            time.sleep(SECONDS_KNOWN)  # `sundial play` may run with a Redis that nobody else knows
        click.echo(deleted)
