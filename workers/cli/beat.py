"""`sundial beat`: the clock, which sends the sweeps of all jobs at their times."""

import click

from service.cli.configured import configured, home_of
from service.core.config import BadConfiguration
from workers.bare_celery import log_as_the_web_does
from workers.schedule import scheduled_celery

SCHEDULE = "beat-schedule"
"""In the home, when each sweep was sent last."""


@click.command()
def beat() -> None:
    """Have workers look for what is due, each job at its interval, until SIGTERM or Ctrl-C."""
    settings = configured()
    try:
        celery = scheduled_celery(settings)
    except BadConfiguration as wrong:
        raise click.ClickException(str(wrong)) from None
    log_as_the_web_does(settings.log)
    celery.Beat(schedule=str(home_of(settings) / SCHEDULE), quiet=True).run()
