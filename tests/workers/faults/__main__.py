"""`make faults`: the ordeal at length, on a PostgreSQL of its own; prints its figures last."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import monotonic

import click

from tests.servers import Postgres
from tests.service.conftest import migrate, settings_for
from tests.workers.faults.figures import Figures
from tests.workers.faults.ordeal import undergo
from tests.workers.faults.plan import Plan
from tests.workers.faults.server import FaultyServer


@click.command()
@click.option("--notices", default=2000, help="How many notices are written.")
@click.option("--seed", default=1, help="What the faults are drawn from.")
def main(notices: int, seed: int) -> None:
    """Send notices through a mail server that fails, by workers that are killed; ends with 1 if anything is wrong."""
    begun = monotonic()
    with tempfile.TemporaryDirectory(prefix="sundial-faults-") as home:
        found = on_postgres(Path(home), notices, seed)
    click.echo(f"{found}\n{'seconds':<44} {monotonic() - begun:.0f}")
    sys.exit(not found.are_good)


def on_postgres(home: Path, notices: int, seed: int) -> Figures:
    """The figures of a run."""
    postgres, server = Postgres(home / "postgres"), FaultyServer(Plan(seed))
    server.start()
    try:
        settings = settings_for(home, DATABASE_URL=postgres.create_database(), SMTP_URL=server.url)
        migrate(settings)
        return undergo(settings, server, notices)
    finally:
        server.stop()
        postgres.stop()


if __name__ == "__main__":
    main()
