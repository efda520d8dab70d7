"""`sundial upgrade`: to be run once before the programs of a new version start."""

import click
from sqlalchemy import create_engine

from service import config, db
from service.embedded.home import make_home


@click.command()
def upgrade() -> None:
    """Bring the tables of the database to this version."""
    settings = config.from_environment()
    if settings.embedded:
        make_home(settings.home)
    engine = create_engine(settings.database_url)
    db.upgrade(engine)
    engine.dispose()
