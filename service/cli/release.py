"""`sundial release`: end the hold after a restore."""

from __future__ import annotations

import click

from service import backups
from service.app import serving
from service.cli.configured import configured
from service.cli.database import database
from service.cli.restore import counted
from service.db import clock


@click.command()
def release() -> None:
    """Release emails, webhooks, the computer and clocks after a restore, and print what is sent now."""
    with database(), serving(configured()):
        released = backups.release(clock.now())
    if released is None:
        click.echo("Nothing is held.")
        return
    click.echo(f"Held since {released.held_since:%Y-%m-%d %H:%M:%S} UTC; current turns get that time in addition.")
    click.echo(f"Sending now: {counted(released.due)}.")
