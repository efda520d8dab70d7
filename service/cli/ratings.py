"""`sundial ratings`: look after the ratings of players."""

from __future__ import annotations

import sys

import click

from service.cli.configured import configured
from service.cli.database import opened
from service.ratings.verification import Recomputation


@click.group()
def ratings() -> None:
    """Look after the ratings of players."""


@ratings.command()
def verify() -> None:
    """Recompute all ratings from signed records; exits with 1 if one differs.

    It prints a line for each record that does not verify, and for each stored number that is not the computed one.
    """
    with opened(configured()):
        computed = Recomputation()
        differences = [*computed.differences()]
    read, rated = (round(computed.games / max(each, 1e-6)) for each in (computed.reading, computed.rating))
    click.echo("\n".join(differences) or "All ratings are as the records give them.")
    click.echo(f"{computed.games} games: {read} records read a second, {rated} results rated a second.")
    sys.exit(bool(differences))
