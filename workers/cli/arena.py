"""`sundial arena`: how strong the opponents are, and how long they think."""

import sys
import time
from pathlib import Path
from random import Random
from statistics import fmean

import click

import rules
from workers.arena import Contestant, Tally, by_seat, contest
from workers.contestants import UnknownPlayer, player
from workers.progress import Progress


@click.command()
@click.argument("ruleset")
@click.option("--first", default="level5", show_default=True, help="Whose results are counted.")
@click.option("--second", default="random", show_default=True, help="Who has all the other seats.")
@click.option("--seconds", type=float, help="How long a level thinks at a time; as long as it always does if not said.")
@click.option("--cpu", is_flag=True, help="Seconds of the processor, whatever else the machine does meanwhile.")
@click.option("--games", default=100, show_default=True, help="How many, at least, for each number of seats.")
@click.option("--seats", type=int, multiple=True, help="How many seats; every possible number if it is not said.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", default=1, show_default=True, help="Where layouts and dice come from.")
def arena(  # noqa: PLR0913  # one argument for each option
    *,
    ruleset: str,
    first: str,
    second: str,
    seconds: float | None,
    cpu: bool,
    games: int,
    seats: tuple[int, ...],
    options: tuple[str, ...],
    seed: int,
) -> None:
    """Let two opponents play each other, the seats exchanged after each game.

    An opponent is random, greedy, one of level1 to level5, uct (plain Monte Carlo tree search with random roll-outs,
    for as long as a level thinks; uct-500 makes 500 roll-outs an action), or a function written as module:function,
    which is looked for in the current directory too.
    """
    sys.path.insert(0, str(Path.cwd()))
    try:
        game = rules.game(ruleset)
        clock = time.thread_time if cpu else time.monotonic
        chosen = dict(option.partition("=")[::2] for option in options)
        for players in seats or game.players:
            pair = Contestant(player(first, seconds, clock), clock), Contestant(player(second, seconds, clock), clock)
            rng = Random(seed)  # noqa: S311  # it makes the figures repeatable
            rounds, name = -(-games // players), f"{game.id}, {players} seats, {first} against {second}"
            progress = Progress(name, rounds * players)
            *_, tally = contest(game, players, chosen, pair, rounds, rng, progress.game_ended)
            click.echo(f"{name}: {results(tally)}")
            click.echo(f"  {first}: {thinking(pair[0])}\n  {second}: {thinking(pair[1])}")
    except (rules.RulesError, UnknownPlayer) as error:
        message = f"{type(error).__name__}: {error}"
        raise click.UsageError(message) from error


def results(tally: Tally) -> str:
    """Who won how often, the share of wins with its confidence interval, in all and by seat, and the mean scores."""
    others = f", the others {fmean(tally.others):.1f}" if tally.others else ""
    low, high = tally.interval
    return (
        f"{tally.won} won, {tally.shared} shared, {tally.lost} lost\n"
        f"  share of wins {tally.share:.1%} (95 % confidence: {low:.1%} to {high:.1%})\n"
        f"  by seat: {by_seat(tally)}\n"
        f"  mean score {fmean(tally.scores):.1f}{others}"
    )


def thinking(contestant: Contestant) -> str:
    """How long a contestant has thought."""
    mean = contestant.seconds / max(1, contestant.actions)
    return f"{mean:.4f} s an action, {contestant.slowest:.4f} s for the slowest answer"
