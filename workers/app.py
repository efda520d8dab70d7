"""What `celery --app workers.app` runs: the workers of the installation that the environment describes."""

import sys

from service.config import BadConfiguration, from_environment
from service.embedded.home import be_private
from workers.tasks import create_celery

be_private()
try:
    app = create_celery(from_environment())
except BadConfiguration as wrong:
    sys.exit(f"Error: {wrong}")  # Celery would show where it was raised, and not what to do
