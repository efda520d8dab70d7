"""The jobs as Celery tasks. Celery only carries hints and keeps the schedule; all work is in the database."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from time import perf_counter

from celery import Celery
from flask import Flask
from structlog.contextvars import bound_contextvars

from service.app import create_bare_app
from service.config.environment import Config
from service.config.timeouts import Role
from service.jobs.wake import Hints
from service.telemetry.traces import span
from workers.bare_celery import bare_celery
from workers.error_barrier import survive, tallied
from workers.jobs import Job, jobs
from workers.stopping import LONGEST_RUN, Stopped
from workers.sweeps import Waiting

log = logging.getLogger(__name__)


def create_celery(settings: Config) -> Celery:
    """Create the Celery app of the workers, with its tasks and time limit; or BadConfiguration."""
    celery = bare_celery(settings)
    celery.conf.task_time_limit = LONGEST_RUN
    # created after the fork, as processes must not share connections
    make_app = cache(lambda: create_bare_app(settings, role=Role.WORKER))
    hints, waiting = Hints(settings.redis_url), Waiting(settings.redis_url)
    for job in jobs():
        celery.task(name=job.NAME, shared=False)(task(job, make_app, hints, waiting))
    return celery


def task(job: Job, make_app: Callable[[], Flask], hints: Hints, waiting: Waiting) -> Callable[[], None]:
    """Wrap a job as a task: one run in an app context, which enqueues another run if there is more to do."""

    def run() -> None:
        waiting.take(job.NAME)
        began = perf_counter()
        with make_app().app_context(), span(job.NAME) as traced, tallied() as tally:
            if job.run():
                hints.enqueue(job.NAME)
            traced(job.NAME, {"rows": tally.rows, "failed": tally.failed})
        level = logging.INFO if tally.rows else logging.DEBUG  # a run without work is not worth a log line
        milliseconds = round((perf_counter() - began) * 1000, 1)
        log.log(level, "job", extra={"rows": tally.rows, "failed": tally.failed, "ms": milliseconds})

    def run_and_survive() -> None:
        with bound_contextvars(job=job.NAME):
            try:
                survive(run, job.NAME)
            except Stopped:
                hints.enqueue(job.NAME)  # another worker continues

    return run_and_survive
