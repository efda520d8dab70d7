"""Entry point of `celery --app workers.app`: the workers of the installation that the environment describes."""

import gc
import sys

from celery import signals
from celery.apps.worker import Worker
from celery.worker.consumer import Consumer

from service.beacon.source import beacon_source
from service.config.environment import BadConfiguration, from_environment
from service.config.timeouts import Role
from service.embedded.home import be_private
from service.jobs.queues import queue_of
from service.jobs.signs import LifeSigns
from service.schema.revisions import ForeignTables, refuse_foreign_tables
from service.telemetry import traces
from service.telemetry.processes import share
from workers.bare_celery import log_as_the_web_does
from workers.jobs import jobs
from workers.stopping import end_in_time, listen, note_end
from workers.tasks import create_celery

be_private()
signals.task_prerun.connect(listen)
signals.task_postrun.connect(note_end)
signals.worker_shutting_down.connect(end_in_time)
try:
    settings = from_environment()
    beacon_source(settings)
    refuse_foreign_tables(settings, Role.WORKER)
    share(settings.home)
    traces.begin()
    app = create_celery(settings)
    log_as_the_web_does(settings.log)
except (BadConfiguration, ForeignTables) as wrong:
    sys.exit(f"Error: {wrong}")  # Celery would show a traceback instead of advice


@signals.celeryd_after_setup.connect
def import_its_jobs(instance: Worker, **_: object) -> None:
    """Import the jobs of this worker's queues, and no others, before it forks its pool."""
    for job in jobs():
        if queue_of(job.NAME) in instance.app.amqp.queues.consume_from:
            job.load()


@signals.worker_before_create_process.connect
def keep_shared(**_: object) -> None:
    """Freeze objects for the garbage collector, whose writes to them would unshare the pool's memory."""
    gc.freeze()


@signals.worker_ready.connect
def leave_signs(sender: Consumer, **_: object) -> None:
    """Leave signs of life under the name before the host's: `mails@host` is `mails`. The pool was forked before."""
    life_signs = LifeSigns(settings, sender.hostname.partition("@")[0])
    life_signs.start()
    signals.worker_shutdown.connect(lambda **_: life_signs.stop(), weak=False)
