"""The ladder of the levels: each against the one below, from `random` up, with Elo summed up from there.

`random` is the foot of it, at 0, and plain UCT with a fixed number of roll-outs leans at the top: neither ever changes,
so that ladders of different days can be compared. Each level has the same part of the time that it has when it plays
for people.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import log10, sqrt
from random import Random
from typing import NamedTuple

import click

import rules
from rules import Game
from workers.arena import Contestant, Ended, Tally, by_seat, contest, play_game
from workers.contestants import Player, level, player
from workers.progress import Progress
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


def climbed(game: Game, options: Mapping[str, str], part: float, games: int, seed: int) -> Iterator[Rung]:
    """The rungs of one game, from below."""
    for lower, upper in pairwise(RUNGS):
        pair = _player(upper, part), _player(lower, part)
        progress = Progress(f"{game.id}, {upper} against {lower}", games_played(game, games))
        yield Rung(upper, lower, versus(game, options, pair, games, seed, progress.game_ended))


def games_played(game: Game, games: int) -> int:
    """How many are played, of so many at least: each player has every seat as often."""
    seats = 1 if game.cooperative else min(game.players)
    return -(-games // seats) * seats


def _player(name: str, part: float) -> Player:
    if not name.startswith("level"):
        return player(name)
    number = int(name.removeprefix("level"))
    return level(number, LEVELS[number].budget.seconds * part, time.thread_time)


def versus(
    game: Game,
    options: Mapping[str, str],
    pair: tuple[Player, Player],
    games: int,
    seed: int,
    ended: Ended = lambda: None,
) -> Tally:
    """How the first does against the second; where all win together, who gets more out of a layout alone."""
    rng = Random(seed)
    first, second = (Contestant(each, time.thread_time) for each in pair)
    if not game.cooperative:
        seats = min(game.players)
        *_, tally = contest(game, seats, options, (first, second), -(-games // seats), rng, ended)
        return tally
    tally = Tally()
    for _ in range(games):
        setup = game.new_setup(1, options, rng)
        mine, other = (play_game(game, setup, [each], rng).scores()[0] for each in (first, second))
        tally.note(mine, other)
        ended()
    return tally


def table(rungs: Iterator[Rung]) -> Iterator[str]:
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
@click.option("--part", default=0.02, show_default=True, help="Of the time that each level has for people.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the games.")
@click.option("--seed", default=1, show_default=True, help="Where layouts and dice come from.")
def ladder(*, ids: tuple[str, ...], games: int, part: float, options: tuple[str, ...], seed: int) -> None:
    """Let each level play the one below, in all games or those named, and say by how much Elo it stands above it."""
    chosen = dict(option.partition("=")[::2] for option in options)
    for game in [rules.game(each) for each in ids] or rules.games().values():
        click.echo(
            f"\n{game.id}\n| player | against | share of wins | Elo above it | Elo above `{FOOT}` | by seat |\n|"
            + "---|" * 6
        )
        for line in table(climbed(game, chosen, part, games, seed)):
            click.echo(line)


if __name__ == "__main__":
    ladder()
