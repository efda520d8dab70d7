"""`sundial hold`: hold a database that was restored by other means than `sundial restore`."""

from __future__ import annotations

from datetime import datetime

import click

from service import backups
from service.app import time_in
from service.cli.configured import configured, home_of
from service.cli.restore import TROUBLES, in_a_sentence, tell_set_back
from service.cli.times import TIME, TimeType


@click.command()
@click.option(
    "--as-of",
    type=TimeType(),
    required=True,
    metavar="TIME",
    help=TIME,
)
def hold(as_of: datetime) -> None:
    """Hold a database that was restored by other means: a snapshot, a recovery to a point in time, a replica.

    Stop Sundial first. As after `sundial restore`, nothing is sent until `sundial release`. Work that may have been
    sent since TIME is not sent again.
    """
    settings = configured()
    home_of(settings)
    try:
        now = time_in(settings)
        if as_of > now:
            raise click.BadParameter(f"{as_of:%Y-%m-%d %H:%M} UTC is in the future.", param_hint="--as-of")
        tell_set_back(backups.hold(settings, as_of, now))
    except TROUBLES as failure:
        raise click.ClickException(in_a_sentence(failure, settings.deletions)) from None
