"""The database as commands want it: what is wrong is a sentence and an exit code."""

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
    """ClickException, which says what is wrong and what to do, where the database does not do what is asked inside."""
    try:
        yield
    except (*FAILURES, PostgresError) as failure:
        raise click.ClickException(in_words(failure)) from None


@contextmanager
def opened(settings: Config) -> Iterator[None]:
    """The app of an installation in its context, with its database as above; what it refuses is a sentence, too."""
    try:
        with database(), serving(settings, role=Role.WORKER):
            yield
    except Refused as refusal:
        raise click.ClickException(" ".join(EXPLANATIONS[refusal.code])) from None
