"""`sundial resend`: send emails again that were given up."""

from __future__ import annotations

from datetime import datetime

import click

from service.cli.configured import configured
from service.cli.database import opened
from service.cli.times import TIME, TimeType
from service.db import clock
from service.notifications.resending import SENT
from service.notifications.resending import resend as send_again


@click.command()
@click.option("--since", type=TimeType(), required=True, metavar="TIME", help=TIME)
def resend(since: datetime) -> None:
    """Send emails again that mail servers refused, or that were given up, since TIME; see `sundial status`."""
    with opened(configured()):
        counted = send_again(since, clock.now())
    click.echo(f"{counted.pop(SENT, 0)} emails are sent again: one a second, or as slowly as MAILS_PER_DOMAIN asks.")
    for why, count in counted.items():
        click.echo(f"Not sent: {count} {why}.")
