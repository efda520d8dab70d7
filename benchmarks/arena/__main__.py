"""Measure the strength and thinking time of players: `python -m benchmarks.arena seasons --first level3`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean

import click

import rules
from benchmarks.arena.contestants import UnknownPlayer
from benchmarks.arena.contests import Contest, Played, Spent, spent_on, tally_of
from benchmarks.arena.fingerprints import settled
from benchmarks.arena.keeping import USUAL, Kept, play
from benchmarks.arena.playing import Tally, by_seat


@click.command()
@click.argument("ruleset")
@click.option("--first", default="level5", show_default=True, help="Player whose results are counted.")
@click.option("--second", default="random", show_default=True, help="Player of all other seats.")
@click.option("--seconds", type=float, help="Thinking time of a level; its usual time by default.")
@click.option("--cpu", is_flag=True, help="Measure the seconds as CPU time.")
@click.option("--games", default=100, show_default=True, help="Minimum number of games for each number of seats.")
@click.option("--seats", type=int, multiple=True, help="Number of seats; all possible numbers by default.")
@click.option("--alone", is_flag=True, help="In a co-operative game, each player plays the same layouts alone.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", default=1, show_default=True, help="Random seed of layouts and dice.")
@click.option(
    "--keep", type=click.Path(path_type=Path), default=USUAL, show_default=True, help="File that keeps the games."
)
@click.option("--processes", default=1, show_default=True, help="Number of games played in parallel.")
def arena(  # noqa: PLR0913  # one argument for each option
    *,
    ruleset: str,
    first: str,
    second: str,
    seconds: float | None,
    cpu: bool,
    games: int,
    seats: tuple[int, ...],
    alone: bool,
    options: tuple[str, ...],
    seed: int,
    keep: Path,
    processes: int,
) -> None:
    """Let two opponents play each other, the seats exchanged after each game.

    An opponent is random, points, greedy, one of level1 to level5, uct (plain Monte Carlo tree search with random
    roll-outs, with the time of level5; uct-10x has ten times as long, uct-500 makes 500 roll-outs an action), or a
    function written as module:function, which may be in the current directory.

    Each game is stored as it ends: the same command resumes an interrupted run, or prints the stored results.
    """
    try:
        chosen = dict(option.partition("=")[::2] for option in options)
        game = rules.game(ruleset)
        if alone and not game.cooperative:
            raise click.UsageError(f"--alone: {ruleset} is played against each other")
        for players in (1,) if alone else seats or game.players:
            contest = settled(
                Contest(ruleset, chosen, players, first, second, seconds, cpu=cpu, alone=alone, seed=seed)
            )
            found = play(Kept(keep), contest, games, processes)
            click.echo("\n".join(told(contest, found)))
    except (rules.RulesError, UnknownPlayer) as error:
        message = f"{type(error).__name__}: {error}"
        raise click.UsageError(message) from error


def told(contest: Contest, found: Mapping[int, Played]) -> Iterator[str]:
    """Format the results of a contest, line by line."""
    yield f"{contest}: {results(tally_of(contest, found))}"
    if contest.alone:
        yield f"  {' and '.join(reached(found))}"
    for side, spent in zip(contest.sides, spent_on(found), strict=True):
        yield f"  {side}: {thinking(spent)}"


def results(tally: Tally) -> str:
    """Format wins, the share of wins with its confidence interval, in all and by seat, and mean scores.

    Where each plays alone, there are no seats.
    """
    low, high = tally.interval
    return (
        f"{tally.won} won, {tally.shared} shared, {tally.lost} lost\n"
        f"  share of wins {tally.share:.1%} (95 % confidence: {low:.1%} to {high:.1%})"
        + (of_seats(tally) if tally.seats else "")
    )


def of_seats(tally: Tally) -> str:
    """Format the share of wins by seat, and the mean scores."""
    others = f", the others {fmean(tally.others):.1f}" if tally.others else ""
    return f"\n  by seat: {by_seat(tally)}\n  mean score {fmean(tally.scores):.1f}{others}"


def reached(games: Mapping[int, Played]) -> Iterator[str]:
    """Format the mean score of each of two players who have played alone."""
    for side, points in zip(
        ("first", "second"), zip(*(game.points for game in games.values()), strict=True), strict=True
    ):
        yield f"mean score of the {side} {fmean(points):.1f}"


def thinking(spent: Spent) -> str:
    """Format a contestant's thinking time."""
    mean = spent.seconds / max(1, spent.actions)
    return f"{mean:.4f} s an action, {spent.slowest:.4f} s for the slowest answer"


if __name__ == "__main__":
    arena()
