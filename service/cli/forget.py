"""`sundial forget`: deletions that another machine has noted, or an older file, made again."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click

from service.cli.configured import configured
from service.cli.database import opened
from service.core import clock
from service.core.config import Config
from service.leaving.departures import deletions_in, leave_again
from service.people.revocations import SECONDS_KNOWN


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def forget(file: Path) -> None:
    """Delete again the accounts that FILE names, as another machine's DELETIONS_FILE does, and say how many."""
    click.echo(forget_again(configured(), file))


def forget_again(settings: Config, file: Path, sleep: Callable[[float], None] = time.sleep) -> int:
    """The same in that installation; comes back when no process knows any more who they were."""
    with opened(settings):
        deleted = leave_again(deletions_in(file), clock.now())
    if deleted and not settings.redis_url:
        sleep(SECONDS_KNOWN)  # `sundial play` may run with a Redis that nobody else knows
    return deleted
