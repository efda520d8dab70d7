"""`sundial suppressions`: list and lift suppressions of email addresses."""

from __future__ import annotations

import click

from service.cli.configured import configured
from service.cli.database import opened
from service.db import clock
from service.language.errors import Invalid, NotFound
from service.notifications.suppressions import lift_address, suppressed_accounts
from service.security.addresses import normalise


@click.command()
@click.option("--lift", metavar="ADDRESS", help="Send emails to that address again.")
def suppressions(lift: str | None) -> None:
    """List addresses without emails after failures or spam complaints; or lift one."""
    with opened(configured()):
        if lift is not None:
            click.echo(_lifted(lift))
            return
        for account in suppressed_accounts():
            click.echo(f"{account.suppressed_at:%Y-%m-%d %H:%M}  {account.suppressed_for}  {account.email}")


def _lifted(address: str) -> str:
    try:
        lifted = lift_address(normalise(address), clock.now())
    except (Invalid, NotFound):
        message = "No account has this address."
        raise click.ClickException(message) from None
    return "It gets mails again." if lifted else "Emails to it were not suppressed."
