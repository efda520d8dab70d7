"""Second games of matches, with each seat playing for the game or for the match: the effect on winning the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, TypeAlias

import click

import rules
from benchmarks.arena.contestants import Player
from benchmarks.arena.playing import Contestant, Record, play_game
from rules import AnyPosition, Game
from rules.game import Tactics
from rules.searching import in_match
from workers.search import Budget, choose_turn

Aims: TypeAlias = tuple[bool, bool]
"""By seat: whether it plays for the match."""


def walking(walks: int, carried: Sequence[int] | None = None) -> Player:
    """Return level 5 with this many walks an action, aiming at the match if points are carried over."""

    def turn(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        aimed = tactics if carried is None else in_match(tactics, carried)
        return choose_turn(position, aimed, 5, rng, lambda: 0.0, Budget(1.0, walks))

    return turn


def second_games(game: Game, options: Mapping[str, str], matches: int, walks: int, seed: int) -> Mapping[Aims, Record]:
    """Play second games of matches with all combinations of aims; return seat 0's record for each.

    All second games after the same first one begin with the same random state.
    """
    records = {(first, second): Record() for first, second in product((False, True), repeat=2)}
    for number in range(matches):
        rng = Random(f"{seed} {number}")
        setup = game.new_setup(rules.Match.SEATS, options, rng)
        alone = Contestant(walking(walks))
        carried = play_game(game, setup, (alone, alone), rng).scores()[::-1]
        matched, begun = Contestant(walking(walks, carried)), rng.getstate()
        for aims, record in records.items():
            rng.setstate(begun)
            scores = play_game(game, setup, [matched if aimed else alone for aimed in aims], rng).scores()
            record.note(scores[0] + carried[0], scores[1] + carried[1])
    return records


@click.command()
@click.argument("ruleset")
@click.option("--matches", default=100, show_default=True)
@click.option("--walks", default=60, show_default=True, help="Walks of the tree search for each action.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", default=1, show_default=True, help="Random seed of layouts, dice and walks.")
def show(*, ruleset: str, matches: int, walks: int, options: tuple[str, ...], seed: int) -> None:
    """Print how playing for the match changes the results of second games, for either seat."""
    chosen = dict(option.partition("=")[::2] for option in options)
    for aims, record in second_games(rules.game(ruleset), chosen, matches, walks, seed).items():
        seats = " against ".join("the match" if aimed else "the game" for aimed in aims)
        low, high = record.interval
        told = f"{record.won} won, {record.shared} level, {record.lost} lost"
        click.echo(f"A for {seats}: {told}, {record.share:.1%} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    show()
