"""What `celery --app workers.app` runs: the workers of the installation that the environment describes."""

from service.config import from_environment
from service.embedded.home import be_private
from workers.tasks import create_celery

be_private()
app = create_celery(from_environment())
