"""What beat sends, and how often: the sweep of each job."""

from __future__ import annotations

from celery import Celery

from service.core.config import Config
from workers.bare_celery import bare_celery
from workers.jobs import jobs


def scheduled_celery(settings: Config) -> Celery:
    """Celery as beat has it: without tasks, but with a schedule, which has an entry for each job, by its name.

    BadConfiguration where there is no broker.
    """
    celery = bare_celery(settings)
    celery.conf.beat_schedule = {job.NAME: {"task": job.NAME, "schedule": job.EVERY} for job in jobs()}
    return celery
