"""What `celery --app workers.app` runs: the workers of the installation that the environment describes."""

import gc
import sys
import warnings

from celery import signals
from celery.exceptions import CPendingDeprecationWarning

from service.core.config import BadConfiguration, from_environment
from service.core.telemetry import logs, traces
from service.core.telemetry.outages import REDIS
from service.core.telemetry.processes import share
from service.embedded.home import be_private
from workers.stopping import end_in_time, listen, note_end
from workers.tasks import create_celery

be_private()
warnings.simplefilter(
    "ignore", CPendingDeprecationWarning
)  # it asks, at each loss of Redis, what tasks.py has answered
signals.task_prerun.connect(listen)
signals.task_postrun.connect(note_end)
signals.worker_shutting_down.connect(end_in_time)
try:
    settings = from_environment()
    share(settings.home)
    traces.begin()
    app = create_celery(settings)
except BadConfiguration as wrong:
    sys.exit(f"Error: {wrong}")  # Celery would show where it was raised, and not what to do


@signals.worker_before_create_process.connect
def keep_shared(**_: object) -> None:
    """What the collector looks at it writes to, and memory that is written to is not shared by the pool any more."""
    gc.freeze()


@signals.setup_logging.connect
def configure_log(**_: object) -> None:
    """Log as the web does; that somebody listens to this signal keeps Celery from its own way."""
    logs.configure(settings.log)


@signals.after_task_publish.connect
def note_that_redis_answers(**_: object) -> None:
    """`beat` has no other way to know."""
    REDIS.is_over()
