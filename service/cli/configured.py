"""The configuration and the app as commands want them: what is wrong is a sentence and an exit code."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import click
from sqlalchemy.exc import OperationalError

from service import create_app, db
from service.config import BadConfiguration, Config, from_environment


def configured(environment: Mapping[str, str] = os.environ) -> Config:
    """The configuration that the environment describes, or ClickException with what to set."""
    try:
        return from_environment(environment)
    except BadConfiguration as wrong:
        raise click.ClickException(str(wrong)) from None


@contextmanager
def opened(settings: Config) -> Iterator[None]:
    """The app of an installation in its context; what was opened is closed at the end.

    ClickException if the database does not answer.
    """
    with create_app(settings).app_context():
        try:
            yield
        except OperationalError as failure:
            message = f"The database does not answer ({failure.orig}). If it is new, run: sundial upgrade"
            raise click.ClickException(message) from None
        finally:
            db.db.session.remove()
            db.db.engine.dispose()
