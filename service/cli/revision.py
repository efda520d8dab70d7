"""`sundial revision`: a migration from what the models say and the tables do not."""

from __future__ import annotations

import click
from alembic import command
from flask import Flask

from service import create_app, db
from service.cli.configured import configured


@click.command()
@click.argument("message")
def revision(message: str) -> None:
    """Write a migration to look over. MESSAGE says what changes; the tables have to be up to date."""
    app: Flask = create_app(configured())
    with app.app_context(), db.db.engine.connect() as connection:
        command.revision(db.alembic_settings(connection), message, autogenerate=True)
