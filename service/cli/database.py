"""Database access for commands: an error becomes a message and an exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from psycopg import Error as PostgresError

from service.app import serving
from service.config.environment import Config
from service.config.timeouts import Role
from service.db.db_errors import FAILURES, in_words
from service.language.errors import Refused
from service.language.refusals import EXPLANATIONS


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
