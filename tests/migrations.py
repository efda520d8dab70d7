"""Generate migrations from the models.

Before 1.0.0 there is one, the baseline: `python -m tests.migrations` regenerates it, named by the hash of its tables.
`python -m tests.migrations "Description"` writes a following one, to be reviewed.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
from alembic import command
from sqlalchemy import make_url
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement

from service.db import engines
from service.models import Model
from service.schema.revisions import MIGRATIONS, known
from service.schema.upgrading import alembic_settings, upgrade

COMMAND = "python -m tests.migrations"
VERSIONS = MIGRATIONS / "versions"
EVENTS = "INSERT INTO counter (name, value) VALUES ('event', 0)"
NUMBERS = "CREATE SEQUENCE game_number_seq OWNED BY game.number"
"""Of PostgreSQL alone. The models know the sequence, but have no words for its owner."""
DIGITS = 8
BASELINE = '''\
"""The tables, made from the models by `{command}`. Do not edit."""

from alembic import op

revision = "{revision}"
down_revision = None

SQLITE = """\\
{sqlite}
"""
POSTGRESQL = """\\
{postgresql}
"""


def upgrade() -> None:
    statements = SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL
    for statement in statements.split(";\\n"):
        op.execute(statement)
'''


def baseline() -> tuple[str, str]:
    """Return the revision of the models' tables, and the text of its file."""
    of_sqlite = ";\n".join([*_created("sqlite"), EVENTS])
    of_postgresql = ";\n".join([*_created("postgresql+psycopg"), NUMBERS, EVENTS])
    digest = hashlib.sha256(f"{of_sqlite}\n{of_postgresql}".encode()).hexdigest()
    revision = f"baseline_{digest[:DIGITS]}"
    return revision, BASELINE.format(command=COMMAND, revision=revision, sqlite=of_sqlite, postgresql=of_postgresql)


def _created(driver: str) -> Iterator[str]:
    """Yield the statements that create each table and its indexes, in a stable order."""
    dialect = make_url(f"{driver}://").get_dialect()()
    for table in Model.metadata.sorted_tables:
        indexes = sorted(table.indexes, key=lambda index: str(index.name))
        elements: list[ExecutableDDLElement] = [CreateTable(table), *map(CreateIndex, indexes)]
        for element in elements:
            lines = str(element.compile(dialect=dialect)).strip().expandtabs(4).splitlines()
            yield "\n".join(line.rstrip() for line in lines)


def make_baseline() -> Path:
    """Write the baseline in the place of the one that is there."""
    for old in VERSIONS.glob("baseline_*.py"):
        old.unlink()
    revision, text = baseline()
    path = VERSIONS / f"{revision}.py"
    path.write_text(text, encoding="utf-8")
    return path


def make_next(message: str) -> None:
    """Write the difference between the models and the last migration, as SQLite shows it."""
    with tempfile.TemporaryDirectory() as home:
        engine = engines.new_engine(f"sqlite:///{home}/sundial.sqlite")
        upgrade(engine)
        with engine.connect() as connection:
            revision = f"{known()[0]}_{len(known()):04}"
            command.revision(alembic_settings(connection), message, autogenerate=True, rev_id=revision)
        engine.dispose()


@click.command()
@click.argument("message", required=False)
def main(message: str | None) -> None:
    """Make the baseline anew; or, with MESSAGE, write a migration that comes after it, to look over."""
    if message:
        make_next(message)
    elif len(known()) > 1:
        sys.exit(f'Others come after the baseline. Say what changes: {COMMAND} "What changes"')
    else:
        click.echo(make_baseline())


if __name__ == "__main__":
    main(prog_name=COMMAND)
