"""What `celery --app workers.app` runs: the workers of the installation that the environment describes."""

from service.config import from_environment
from workers.tasks import create_celery

app = create_celery(from_environment())
