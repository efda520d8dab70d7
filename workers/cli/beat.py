"""`sundial beat`: the scheduler, which sends the sweeps of all jobs at their intervals."""

from datetime import UTC, datetime

import click
from celery import Celery

from service.cli.configured import configured
from service.config.environment import BadConfiguration, Config
from workers.bare_celery import bare_celery, log_as_the_web_does
from workers.jobs import jobs

LONG_AGO = datetime.fromtimestamp(0, UTC)
"""Each sweep is due when beat starts, so no times of earlier runs are kept."""


def scheduled_celery(settings: Config) -> Celery:
    """Create the Celery app of beat: no tasks, and a schedule with an entry for each job, by its name.

    Raise BadConfiguration without a broker.
    """
    celery = bare_celery(settings)
    celery.conf.beat_schedule = {
        job.NAME: {"task": job.NAME, "schedule": job.EVERY, "last_run_at": LONG_AGO} for job in jobs()
    }
    return celery


@click.command()
def beat() -> None:
    """Send workers the sweep of each job at its interval, until SIGTERM or Ctrl-C."""
    settings = configured()
    try:
        celery = scheduled_celery(settings)
    except BadConfiguration as wrong:
        raise click.ClickException(str(wrong)) from None
    log_as_the_web_does(settings.log)
    from service.jobs.signs import LifeSigns  # noqa: PLC0415  # the database's modules, after what may fail

    life_signs = LifeSigns(settings, "beat")
    life_signs.start()
    celery.Beat(quiet=True).run()
    life_signs.stop()
