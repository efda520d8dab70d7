"""`sundial upgrade`: to be run once before the programs of a new version start."""

import click
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from service import db
from service.cli.configured import configured
from service.embedded.home import make_home


@click.command()
def upgrade() -> None:
    """Bring the tables of the database to this version."""
    settings = configured()
    if settings.embedded:
        make_home(settings.home)
    engine = create_engine(settings.database_url)
    try:
        db.upgrade(engine)
    except OperationalError as failure:
        raise click.ClickException(f"The database does not answer: {failure.orig}") from None
    finally:
        engine.dispose()
