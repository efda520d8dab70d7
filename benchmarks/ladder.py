"""Ladder of the levels: each against the one below, from `random` up, with cumulative Elo.

`random` is at the foot, at 0, and plain UCT with a fixed number of roll-outs at the top: neither ever changes, so
ladders of different days are comparable. A level with a number of walks takes all of them; one that thinks by the clock
has the same part of its time as the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10, sqrt
from pathlib import Path
from typing import NamedTuple

import click

import rules
from benchmarks.arena.contests import Contest, tally_of
from benchmarks.arena.fingerprints import settled
from benchmarks.arena.keeping import USUAL, Kept, play
from benchmarks.arena.playing import Tally, by_seat
from rules import Game
from workers.search import LEVELS

FOOT, TOP = "random", "uct-100"
RUNGS = (FOOT, *(f"level{number}" for number in LEVELS), TOP)


class Rung(NamedTuple):
    """Results of a player against the one below it."""

    upper: str
    lower: str
    tally: Tally

    @property
    def step(self) -> float:
        """Return the Elo difference to the one below."""
        return elo(self.tally.share, self.tally.decisions)

    @property
    def spread(self) -> float:
        """Return half the width of the 95 % confidence interval in Elo."""
        low, high = (elo(bound, self.tally.decisions) for bound in self.tally.interval)
        return (high - low) / 2


def elo(share: float, games: int) -> float:
    """Convert a share of wins into an Elo difference, at least half a game away from all or none."""
    inside = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return 400 * log10(inside / (1 - inside))


@dataclass(frozen=True)
class Ladder:
    """Parameters of ladders: options, part of the time, and least number of games a rung."""

    options: Mapping[str, str]
    part: float
    games: int
    seed: int
    only: Sequence[str] = ()
    """Upper players of the rungs to climb; all if empty."""

    def contests(self, game: Game) -> Iterator[Contest]:
        """Yield a contest for each rung of a game, from below.

        In a cooperative game each plays the same layouts alone.
        """
        players = 1 if game.cooperative else min(game.players)
        for lower, upper in pairwise(RUNGS):
            if not self.only or upper in self.only:
                yield settled(
                    Contest(
                        game.id, self.options, players, upper, lower,
                        part=self.part, cpu=True, alone=game.cooperative, seed=self.seed,
                    )
                )  # fmt: skip


def climbed(contests: Iterable[Contest], games: int, kept: Kept, processes: int = 1) -> Iterator[Rung]:
    """Play the contests, as far as they are not stored, and yield their rungs."""
    for contest in contests:
        yield Rung(contest.first, contest.second, tally_of(contest, play(kept, contest, games, processes)))


def table(rungs: Iterable[Rung]) -> Iterator[str]:
    """Format the rungs of one game as rows of a Markdown table."""
    height, variance = 0.0, 0.0
    for rung in rungs:
        height, variance = height + rung.step, variance + rung.spread**2
        share, (low, high), games = rung.tally.share, rung.tally.interval, rung.tally.decisions
        yield (
            f"| `{rung.upper}` | `{rung.lower}` | {share:.0%} of {games} ({low:.0%} to {high:.0%}) "
            f"| {rung.step:+.0f} ± {rung.spread:.0f} | {height:.0f} ± {sqrt(variance):.0f} | {by_seat(rung.tally)} |"
        )


@click.command()
@click.argument("ids", nargs=-1)
@click.option("--games", default=40, show_default=True, help="Minimum number of games for each rung.")
@click.option(
    "--part", default=0.02, show_default=True, help="Fraction of the usual time for levels with a time limit."
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the games.")
@click.option("--only", multiple=True, metavar="PLAYER", help="Climb only the rung to this player, such as level3.")
@click.option("--seed", default=1, show_default=True, help="Random seed of layouts and dice.")
@click.option(
    "--keep", type=click.Path(path_type=Path), default=USUAL, show_default=True, help="File that keeps the games."
)
@click.option("--processes", default=1, show_default=True, help="Number of games played in parallel.")
def ladder(  # noqa: PLR0913  # one argument for each option
    *,
    ids: tuple[str, ...],
    games: int,
    part: float,
    options: tuple[str, ...],
    only: tuple[str, ...],
    seed: int,
    keep: Path,
    processes: int,
) -> None:
    """Let each level play the one below, in all games or the named ones, and print the difference in Elo.

    Each game is stored as it ends: the same command resumes an interrupted run, or prints the stored results.
    """
    way, kept = Ladder(dict(option.partition("=")[::2] for option in options), part, games, seed, only), Kept(keep)
    for game in [rules.game(each) for each in ids] or rules.games().values():
        click.echo(
            f"\n{game.id}\n| player | against | share of wins | Elo above it | Elo above `{FOOT}` | by seat |\n|"
            + "---|" * 6
        )
        for line in table(climbed(way.contests(game), games, kept, processes)):
            click.echo(line)


if __name__ == "__main__":
    ladder()
