"""What `celery --app workers.app` runs: the workers of the installation that the environment describes."""

import sys

from celery.signals import task_prerun, worker_shutting_down

from service.config import BadConfiguration, from_environment
from service.embedded.home import be_private
from workers.stopping import end_in_time, listen
from workers.tasks import create_celery

be_private()
task_prerun.connect(listen)
worker_shutting_down.connect(end_in_time)
try:
    app = create_celery(from_environment())
except BadConfiguration as wrong:
    sys.exit(f"Error: {wrong}")  # Celery would show where it was raised, and not what to do
