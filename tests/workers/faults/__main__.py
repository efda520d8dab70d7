"""Redis fails before a whole Sundial, at length; prints figures last."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from tests.servers import Postgres
from tests.workers.faults.stalls import FAULTS, IN_TIME, ground, whole_table


@click.command()
@click.option("--redis", "faults", multiple=True, type=click.Choice(list(FAULTS)), required=True, help="What it does.")
def main(faults: Sequence[str]) -> None:
    """Ends with 1 if anything goes on too late."""
    sys.exit(not is_in_time_by_redis(faults))


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
