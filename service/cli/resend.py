"""`sundial resend`: send emails again that were given up."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import click

from service.cli.configured import configured
from service.cli.database import opened
from service.db import clock
from service.notifications.resending import SENT
from service.notifications.resending import resend as send_again

UNITS = {"min": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}


@click.command()
@click.option("--since", metavar="TIME", required=True, help="A span such as 30min, 6h or 2d, or 2026-05-04T12:00Z.")
def resend(since: str) -> None:
    """Send emails again that mail servers refused, or that were given up, since TIME; see `sundial status`."""
    with opened(configured()):
        counted = send_again(moment(since, clock.now()), clock.now())
    click.echo(f"{counted.pop(SENT, 0)} emails are sent again: one a second, or as slowly as MAILS_PER_DOMAIN asks.")
    for why, count in counted.items():
        click.echo(f"Not sent: {count} {why}.")


def moment(text: str, now: datetime) -> datetime:
    """Read a time (ISO 8601, UTC unless it says otherwise) or how long ago it was; BadParameter."""
    if span := re.fullmatch(r"(\d{1,4})(min|h|d)", text):
        return now - int(span[1]) * UNITS[span[2]]
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        message = "It must be a span such as 30min, 6h or 2d, or a time such as 2026-05-04T12:00Z."
        raise click.BadParameter(message, param_hint="--since") from None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
