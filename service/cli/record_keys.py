"""`sundial record-keys`: list the public keys that verify this installation's records."""

from __future__ import annotations

import click

from service.cli.configured import configured
from service.cli.database import opened
from service.db import clock
from service.play.record_keys import KeyInUse, UnknownKey, note_keys, published_keys, withdraw_key


@click.command()
@click.option("--withdraw", metavar="KEY", help="Stop publishing that key, because its secret key may have leaked.")
def record_keys(withdraw: str | None) -> None:
    """Print the public keys of record signatures: the current one first, then earlier ones."""
    with opened(configured()):
        if withdraw is not None:
            _withdraw(withdraw)
        for key in published_keys():
            click.echo(key)


def _withdraw(key: str) -> None:
    try:
        note_keys(clock.now())
        withdraw_key(key, clock.now())
    except UnknownKey:
        message = "This is not one of our keys."
        raise click.ClickException(message) from None
    except KeyInUse:
        message = "Records are currently signed with this key: change SECRET_KEY first."
        raise click.ClickException(message) from None
