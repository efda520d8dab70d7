"""`sundial ratings`: look after the ratings of players."""

from __future__ import annotations

import sys
from time import perf_counter

import click

from service.cli.configured import configured
from service.cli.database import opened
from service.db import clock
from service.language.errors import Conflict, Invalid, NotFound
from service.ratings.settling import annul as annul_games
from service.ratings.settling import games_rated_with
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
        began, computed = perf_counter(), Recomputation()
        differences = [*computed.differences()]
    speed = round(computed.games / (perf_counter() - began))
    click.echo("\n".join(differences) or "All ratings are as the records give them.")
    click.echo(f"Games: {computed.games}. Games a second: {speed}.")
    sys.exit(bool(differences))


@ratings.command()
@click.argument("games", metavar="GAME...", nargs=-1)
@click.option("--player", help="Annul all rated games of the account of that name, too.")
@click.option("--because", required=True, help="The reason, which the page of each game shows.")
def annul(games: tuple[str, ...], player: str | None, because: str) -> None:
    """Annul rated games, all or none: they count for nobody, and later games are rated again.

    Each player gets one email about their games, with the reason. Suspending an account annuls none of its games.
    """
    with opened(configured()):
        wanted = [*games, *(games_rated_with(player) if player else ())]
        try:
            annul_games(wanted, because, clock.now())
        except (NotFound, Conflict, Invalid) as refused:
            about = refused.details.get("game", "--because")
            raise click.ClickException(f"{about}: {refused.code}") from None
    for game in dict.fromkeys(wanted):
        click.echo(f"{game} is annulled. Workers rate the later games again.")
