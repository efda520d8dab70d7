"""The ladder of the levels: each against the one below, from `random` up, with Elo summed up from there.

`random` is the foot of it, at 0, and plain UCT with a fixed number of roll-outs leans at the top: neither ever changes,
so that ladders of different days can be compared. A level that looks ahead by a number of walks has all of them; one
that thinks by the clock has the same part of its time as the others.
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
    """What came out between a player and the one below it."""

    upper: str
    lower: str
    tally: Tally

    @property
    def step(self) -> float:
        """By how many points of Elo it is above the one below."""
        return elo(self.tally.share, self.tally.decisions)

    @property
    def spread(self) -> float:
        """How far that reaches to both sides, with 95 % confidence."""
        low, high = (elo(bound, self.tally.decisions) for bound in self.tally.interval)
        return (high - low) / 2


def elo(share: float, games: int) -> float:
    """The difference in Elo that goes with a share of wins, which counts as half a game from all or none at least."""
    inside = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return 400 * log10(inside / (1 - inside))


@dataclass(frozen=True)
class Ladder:
    """How ladders are climbed: with which options, in which part of the time, and in how many games a rung at least."""

    options: Mapping[str, str]
    part: float
    games: int
    seed: int
    only: Sequence[str] = ()
    """The upper players of the rungs that are climbed; all if none is named."""

    def contests(self, game: Game) -> Iterator[Contest]:
        """One for each rung of a game, from below; where all win together, each plays the same layouts alone."""
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
    """The rungs of these contests, played as far as they are not kept already."""
    for contest in contests:
        yield Rung(contest.first, contest.second, tally_of(contest, play(kept, contest, games, processes)))


def table(rungs: Iterable[Rung]) -> Iterator[str]:
    """The lines of one game: a row of a Markdown table for each rung."""
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
@click.option("--games", default=40, show_default=True, help="How many, at least, for each rung.")
@click.option("--part", default=0.02, show_default=True, help="Of the time of levels that think by the clock.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the games.")
@click.option("--only", multiple=True, metavar="PLAYER", help="Climb only the rung to this player, such as level3.")
@click.option("--seed", default=1, show_default=True, help="Where layouts and dice come from.")
@click.option("--keep", type=click.Path(path_type=Path), default=USUAL, show_default=True, help="Where games are kept.")
@click.option("--processes", default=1, show_default=True, help="How many games are played at the same time.")
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
    """Let each level play the one below, in all games or those named, and say by how much Elo it stands above it.

    Each game is kept as it ends: the same command goes on where it was stopped, or tells what is there already.
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
