"""`sundial beat`: the clock, which sends the sweeps of all jobs at their times."""

import click
from celery import Celery

from service.cli.configured import configured, home_of
from service.core.config import BadConfiguration, Config
from workers.bare_celery import bare_celery, log_as_the_web_does
from workers.jobs import jobs

SCHEDULE = "beat-schedule"
"""In the home, when each sweep was sent last."""


def scheduled_celery(settings: Config) -> Celery:
    """Celery as beat has it: without tasks, but with a schedule, which has an entry for each job, by its name.

    BadConfiguration where there is no broker.
    """
    celery = bare_celery(settings)
    celery.conf.beat_schedule = {job.NAME: {"task": job.NAME, "schedule": job.EVERY} for job in jobs()}
    return celery


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
