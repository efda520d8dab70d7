"""The ordeal at length, on a PostgreSQL of its own; prints figures last. With `--redis`, Redis fails."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import click

from tests.servers import Postgres
from tests.service.conftest import migrate, settings_for
from tests.workers.faults.figures import Figures
from tests.workers.faults.ordeal import undergo
from tests.workers.faults.plan import Plan
from tests.workers.faults.server import FaultyServer
from tests.workers.faults.stalls import FAULTS, IN_TIME, ground, whole_table


@click.command()
@click.option("--notices", default=2000, help="How many notices are written.")
@click.option("--seed", default=1, help="What the faults are drawn from.")
@click.option("--redis", "faults", multiple=True, type=click.Choice(list(FAULTS)), help="What Redis does instead.")
def main(notices: int, seed: int, faults: Sequence[str]) -> None:
    """Send notices through a mail server that fails, by workers that are killed; ends with 1 if anything is wrong."""
    begun = monotonic()
    if faults:
        sys.exit(not is_in_time_by_redis(faults))
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


def is_in_time_by_redis(faults: Sequence[str]) -> bool:
    """Whether everything goes on in time after each of these faults of Redis."""
    seconds, late = list[float](), 0
    with tempfile.TemporaryDirectory(prefix="sundial-faults-") as home, ExitStack() as stack:
        postgres = Postgres(Path(home) / "postgres")
        stack.callback(postgres.stop)
        tried = stack.enter_context(ground(postgres, Path(home)))
        for trial in whole_table(faults):
            outcome = tried.undergo(trial)
            click.echo(str(outcome))
            seconds += outcome.seconds.values()
            late += len(outcome.later_than(IN_TIME))
    click.echo(
        f"{len(seconds)} things asked for, the slowest after {max(seconds):.1f} s, {late} later than {IN_TIME:g} s"
    )
    return not late


if __name__ == "__main__":
    main()
