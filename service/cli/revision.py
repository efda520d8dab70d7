"""`sundial revision`: a migration from what the models say and the tables do not."""

from __future__ import annotations

import click
from alembic import command
from alembic.util import CommandError

from service.cli.configured import configured
from service.cli.database import opened
from service.core import db
from service.schema.revisions import known
from service.schema.upgrading import alembic_settings


@click.command()
@click.argument("message")
def revision(message: str) -> None:
    """Write a migration to look over. MESSAGE says what changes; the tables have to be up to date."""
    with opened(configured()), db.db.engine.connect() as connection:
        try:
            following = f"{int(known()[-1]) + 1:04}"
            command.revision(alembic_settings(connection), message, autogenerate=True, rev_id=following)
        except CommandError as refusal:
            raise click.ClickException(f"{refusal} Run: sundial upgrade") from None
