"""`sundial upgrade`: to be run once before the programs of a new version start."""

import click

from service import db


@click.command()
def upgrade() -> None:
    """Bring the database to the tables of this version."""
    db.upgrade()
