"""`sundial forget`: deletions that another machine has noted, or an older file, made again."""

from __future__ import annotations

from pathlib import Path

import click
from sqlalchemy.exc import OperationalError

from service import clock, create_app, db
from service.actions.departures import leave_again
from service.config import BadConfiguration
from service.deletions import marks


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def forget(file: Path) -> None:
    """Delete again the accounts that FILE names, as another machine's DELETIONS_FILE does, and say how many."""
    try:
        with create_app().app_context():
            try:
                click.echo(leave_again(marks(file), clock.now()))
            finally:
                db.db.session.remove()
                db.db.engine.dispose()
    except BadConfiguration as wrong:
        raise click.ClickException(str(wrong)) from None
    except OperationalError as failure:
        message = f"The database does not answer ({failure.orig}). If it is new, run: sundial upgrade"
        raise click.ClickException(message) from None
