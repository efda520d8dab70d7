"""`sundial forget`: repeat deletions from another machine's file, or an older one."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click

from service.accounts.revocations import SECONDS_KNOWN
from service.cli.configured import configured
from service.cli.database import opened
from service.config.environment import Config
from service.db import clock
from service.erasure.departures import deletions_in, leave_again


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def forget(file: Path) -> None:
    """Repeat the deletions in FILE, such as another machine's DELETIONS_FILE, and print their number."""
    click.echo(forget_again(configured(), file))


def forget_again(settings: Config, file: Path, sleep: Callable[[float], None] = time.sleep) -> int:
    """Repeat the deletions in a file; returns once no process still caches the accounts."""
    with opened(settings):
        deleted = leave_again(deletions_in(file), clock.now())
    if deleted and not settings.redis_url:
        sleep(SECONDS_KNOWN)  # `sundial play` may run with its own Redis
    return deleted
