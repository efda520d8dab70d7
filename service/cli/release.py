"""`sundial release`: what was held after a restore goes out."""

from __future__ import annotations

import click

from service import backups
from service.bare_app import serving
from service.cli.configured import configured
from service.cli.database import database
from service.cli.restore import counted
from service.core import clock


@click.command()
def release() -> None:
    """Let mails, webhooks, the computer and clocks go on after a restore, and say what goes out now."""
    with database(), serving(configured()):
        released = backups.release(clock.now())
    if released is None:
        click.echo("Nothing is held.")
        return
    click.echo(f"Held since {released.held_since:%Y-%m-%d %H:%M:%S} UTC; turns under way have that time more.")
    click.echo(f"Going out now: {counted(released.due)}.")
