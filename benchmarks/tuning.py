"""Tune one constant of a game's tactics by self-play: level 5 with each value against level 5 as it is."""

from __future__ import annotations

import time
from random import Random

import click

import rules
from benchmarks import variants
from benchmarks.arena.contestants import player
from benchmarks.arena.playing import Contestant, contest
from benchmarks.variants import Variant


@click.command()
@click.argument("ruleset")
@click.argument("number", metavar="MODULE:NAME")
@click.argument("values", type=float, nargs=-1, required=True)
@click.option("--against", default="level5", show_default=True, help="Player with the current value of the number.")
@click.option("--seats", default=2, show_default=True)
@click.option("--games", default=60, show_default=True, help="Minimum number of games for each value.")
@click.option("--seconds", default=0.1, show_default=True, help="CPU time for each action.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", default=1, show_default=True, help="Random seed of layouts and dice.")
def tune(  # noqa: PLR0913  # one argument for each option
    *,
    ruleset: str,
    number: str,
    values: tuple[float, ...],
    against: str,
    seats: int,
    games: int,
    seconds: float,
    options: tuple[str, ...],
    seed: int,
) -> None:
    """Print how often level 5 wins with each value of a constant, such as tactics:POINT of a game's folder."""
    game = rules.game(ruleset)
    found = variants.number(game, number)
    chosen = dict(option.partition("=")[::2] for option in options)
    for value in values:
        own = Variant(game, [found], [type(found.present)(value)])
        first = own.player(player("level5", seconds, time.thread_time))
        pair = Contestant(first, time.thread_time), Contestant(player(against, seconds, time.thread_time))
        rng = Random(seed)  # the same seed makes layouts and dice equal for each value
        *_, tally = contest(game, seats, chosen, pair, -(-games // seats), rng)
        low, high = tally.interval
        click.echo(f"{found.name} = {value:g}: {tally.share:.1%} of {tally.decisions} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    tune()
