"""Database access for commands: an error becomes a message and an exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from psycopg import Error as PostgresError

from service.bare_app import serving
from service.core.config import Config
from service.core.errors import Refused
from service.core.patience import Role
from service.core.refusals import EXPLANATIONS
from service.core.troubles import FAILURES, in_words


@contextmanager
def database() -> Iterator[None]:
    """Convert database errors in the block to ClickException, with what to do."""
    try:
        yield
    except (*FAILURES, PostgresError) as failure:
        raise click.ClickException(in_words(failure)) from None


@contextmanager
def opened(settings: Config) -> Iterator[None]:
    """Open an installation's app and database for a command; refusals become messages, too."""
    try:
        with database(), serving(settings, role=Role.WORKER):
            yield
    except Refused as refusal:
        raise click.ClickException(" ".join(EXPLANATIONS[refusal.code])) from None
