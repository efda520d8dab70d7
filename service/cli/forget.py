"""`sundial forget`: deletions that another machine has noted, or an older file, made again."""

from __future__ import annotations

from pathlib import Path

import click

from service.cli.configured import configured
from service.cli.database import opened
from service.core import clock
from service.core.deletions import marks
from service.leaving.departures import leave_again


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def forget(file: Path) -> None:
    """Delete again the accounts that FILE names, as another machine's DELETIONS_FILE does, and say how many."""
    with opened(configured()):
        click.echo(leave_again(marks(file), clock.now()))
