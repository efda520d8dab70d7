"""Random games for the conformance suite, at every table: a game with a number of seats and a choice of options."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

import rules
from rules import CHANCE, AnyPosition, Game, Setup

LONGEST = 100_000
"""Actions after which a random game is taken to be endless."""


class Table(NamedTuple):
    """A game with a number of seats and a choice of options."""

    game_id: str
    players: int
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return "-".join([self.game_id, str(self.players), *(f"{name}={value}" for name, value in self.options)])

    @property
    def game(self) -> Game:
        return rules.game(self.game_id)

    def setup(self, seed: int) -> Setup:
        return self.game.new_setup(self.players, dict(self.options), Random(seed))


@dataclass(frozen=True)
class Playout:
    """A random game from its first position to its last, with a snapshot of each position."""

    table: Table
    setup: Setup
    positions: Sequence[AnyPosition]
    actions: Sequence[Any]
    snapshots: Sequence[int]

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def last(self) -> AnyPosition:
        return self.positions[-1]

    def steps(self) -> Iterator[tuple[AnyPosition, Any, AnyPosition]]:
        """Each position that was acted on, with the action and the position after it."""
        yield from zip(self.positions, self.actions, self.positions[1:], strict=False)

    def decisions(self) -> Iterator[AnyPosition]:
        """Yield the positions in which a seat was to move."""
        return (position for position in self.positions if position.current_player() not in (CHANCE, None))

    def stages(self, count: int) -> list[AnyPosition]:
        """About `count` positions, the first and the last among them."""
        stride = max(1, (len(self.positions) - 1) // max(1, count - 1))
        return [*self.positions[:-1:stride], self.last]


def tables() -> Iterator[Table]:
    """Every game with every number of seats and every combination of its options."""
    for game in rules.games().values():
        choices = [[(name, value) for value in option.values] for name, option in game.options.items()]
        for players in game.players:
            yield from (Table(game.id, players, options) for options in product(*choices))


@lru_cache(maxsize=1)
def playouts(table: Table, games: int) -> Sequence[Playout]:
    """Return that many random games at one table, deterministically.

    Only one table's games are cached: pytest runs the tests of a table together, and thousands of games take memory.
    """
    return [_played(table, seed) for seed in range(games)]


def snapshot(position: AnyPosition) -> int:
    """Hash everything visible of a position."""
    return hash(json.dumps([position.to_json(), hash(position), position.current_player(), list(position.scores())]))


def chosen(position: AnyPosition, rng: Random) -> Any:  # each game has its own type of action
    """Return a random legal action, or a random chance outcome by its probability."""
    if position.current_player() != CHANCE:
        return rng.choice(position.legal_actions())
    outcomes, chances = zip(*position.chance_outcomes(), strict=True)
    return rng.choices(outcomes, [float(chance) for chance in chances])[0]


def _played(table: Table, seed: int) -> Playout:
    rng = Random(seed)
    setup = table.setup(seed)
    positions = [table.game.initial_position(setup)]
    actions: list[Any] = []
    snapshots = [snapshot(positions[0])]
    while positions[-1].current_player() is not None:
        assert len(actions) < LONGEST, "this game does not end"
        actions.append(chosen(positions[-1], rng))
        positions.append(positions[-1].apply(actions[-1]))
        snapshots.append(snapshot(positions[-1]))
    return Playout(table, setup, positions, actions, snapshots)
