"""`sundial upgrade`: to be run once before the programs of a new version start, and after a backup was restored."""

import click
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from service import clock, db
from service.actions.departures import agree_with_file
from service.cli.configured import configured, opened
from service.config import Config
from service.embedded.home import make_home


@click.command()
def upgrade() -> None:
    """Bring the tables of the database to this version, and delete again whom a restored backup has brought back."""
    settings = configured()
    if settings.embedded:
        make_home(settings.home)
    engine = create_engine(settings.database_url)
    try:
        db.upgrade(engine, settings.key_ring)
        again = delete_again(settings)
    except OperationalError as failure:
        raise click.ClickException(f"The database does not answer: {failure.orig}") from None
    except OSError as failure:
        message = (
            f"The file of deletions, {settings.deletions}, cannot be used: {failure.strerror}. See DELETIONS_FILE."
        )
        raise click.ClickException(message) from None
    finally:
        engine.dispose()
    if again:
        click.echo(f"Accounts that had been deleted were there again, and are deleted again: {again}.")


def delete_again(settings: Config) -> int:
    """How many accounts were deleted again that the file of deletions names."""
    with opened(settings):
        return agree_with_file(clock.now())
