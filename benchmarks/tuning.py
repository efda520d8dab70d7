"""Tune one number of a game's judgement by self-play: level 5 with each value of it against level 5 as it is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

import click

import rules
from rules import AnyPosition
from rules.game import Tactics
from workers.arena import Contestant, contest
from workers.contestants import Player, player


@contextmanager
def changed(module: ModuleType, name: str, value: float) -> Iterator[None]:
    """The module with another value for one of its numbers, for as long as it lasts."""
    before = getattr(module, name)
    setattr(module, name, type(before)(value))
    try:
        yield
    finally:
        setattr(module, name, before)


def tuned(own: Player, module: ModuleType, name: str, value: float) -> Player:
    """A player that thinks with another value."""

    def thinks(position: AnyPosition, tactics: Tactics, rng: Random) -> list[Any]:
        with changed(module, name, value):
            return own(position, tactics, rng)

    return thinks


@click.command()
@click.argument("ruleset")
@click.argument("number", metavar="MODULE:NAME")
@click.argument("values", type=float, nargs=-1, required=True)
@click.option("--against", default="level5", show_default=True, help="Who plays with the number as it is.")
@click.option("--seats", default=2, show_default=True)
@click.option("--games", default=60, show_default=True, help="How many, at least, for each value.")
@click.option("--seconds", default=0.1, show_default=True, help="Of the processor, for each action.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", default=1, show_default=True, help="Where layouts and dice come from.")
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
    """Say for each value of a number, such as tactics:POINT of a game's folder, how often level 5 wins with it."""
    game = rules.game(ruleset)
    folder, _, name = number.partition(":")
    module = import_module(f"{game.package}.{folder}")
    chosen = dict(option.partition("=")[::2] for option in options)
    for value in values:
        first = tuned(player("level5", seconds, time.thread_time), module, name, value)
        pair = Contestant(first, time.thread_time), Contestant(player(against, seconds, time.thread_time))
        rng = Random(seed)  # it makes layouts and dice the same for each value
        *_, tally = contest(game, seats, chosen, pair, -(-games // seats), rng)
        low, high = tally.interval
        click.echo(f"{name} = {value:g}: {tally.share:.1%} of {tally.decisions} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    tune()
