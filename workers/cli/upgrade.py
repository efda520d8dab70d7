"""`sundial upgrade`: run it before the programs of a new version start, and after a backup was restored."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep

import click
from sqlalchemy import Engine

from service.cli.configured import configured_where_told, home_of
from service.cli.database import database, opened
from service.config.environment import Config
from service.config.timeouts import Role
from service.db import clock, engines
from service.db.db_errors import FAILURES, in_words, is_away
from service.erasure.departures import agree_with_file
from service.schema.upgrading import CannotUpgrade, drop_old_copies
from service.schema.upgrading import upgrade as change

PAUSE = 1.0
"""Seconds between two tries to reach the database."""


@click.command()
@click.option("--copy/--no-copy", default=True, help="Keep a copy of the SQLite file from before the upgrade.")
@click.option("--wait", metavar="SECONDS", type=click.IntRange(0), default=0, help="Longest wait for the database.")
def upgrade(*, copy: bool, wait: int) -> None:
    """Migrate the database to this version, and delete again the accounts that a restored backup has brought back.

    Each change is done as a whole or not at all: an interrupted upgrade is completed by the next one.
    """
    settings = configured_where_told()
    if settings.embedded:
        home_of(settings)
    with database():
        change_tables(settings, with_copy=copy, wait=wait)
        with deletions(settings):
            again = delete_again(settings)
    if again:
        click.echo(f"Deleted accounts were in the database, and are deleted again: {again}.")


def change_tables(settings: Config, *, with_copy: bool, wait: int) -> None:
    """Migrate the tables to this version, or ClickException; delete old copies of SQLite's file."""
    engine = engines.new_engine(settings.database_url, Role.COMMAND, settings.patience[Role.COMMAND])
    try:
        if not settings.sqlite_file:
            wait_for(engine, wait)
        change(engine, click.echo, with_copy=with_copy)
        drop_old_copies(engine, clock.system_clock())
    except CannotUpgrade as refusal:
        raise click.ClickException(str(refusal)) from None
    except OSError as failure:
        raise click.ClickException(f"{failure.filename} cannot be used: {failure.strerror}.") from None
    finally:
        engine.dispose()


def wait_for(engine: Engine, seconds: int) -> None:
    """Wait until the database answers or refuses, or the time is over; the upgrade then says why."""
    ends, is_told = monotonic() + seconds, False
    while monotonic() < ends:
        try:
            engine.connect().close()
            break
        except FAILURES as failure:
            if not is_away(failure):
                break
            if not is_told:
                click.echo(f"{in_words(failure)}\nTrying again for {seconds} seconds.", err=True)
            is_told = True
        sleep(PAUSE)


@contextmanager
def deletions(settings: Config) -> Iterator[None]:
    """Convert errors of the deletions file to ClickException."""
    try:
        yield
    except OSError as failure:
        message = (
            f"The file of deletions, {settings.deletions}, cannot be used: {failure.strerror}. See DELETIONS_FILE."
        )
        raise click.ClickException(message) from None


def delete_again(settings: Config) -> int:
    """Delete again the accounts named in the deletions file, and return their number."""
    with opened(settings):
        return agree_with_file(clock.now())
