"""A game that is played by numbers: what the interfaces of all three libraries have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import rules
from rules import CHANCE, AnyPosition, Game
from sundial_environments.observations import observation, observation_size

PAIR = 2
ILLEGAL = -1.0
"""What a seat gets that does what it may not; it is what a lost game gives."""


@dataclass(frozen=True)
class Numbers:
    """The actions of a game in their order, and the number of each."""

    actions: Sequence[Any]
    by_action: Mapping[Any, int]


@cache
def numbers(ruleset: str) -> Numbers:
    """Actions of seats; UnknownGame if there is no such game."""
    return _numbered(rules.game(ruleset).actions)


@cache
def outcomes(ruleset: str) -> Numbers:
    """Outcomes of chance."""
    return _numbered(rules.game(ruleset).outcomes)


def _numbered(actions: Sequence[Any]) -> Numbers:
    return Numbers(actions, {action: number for number, action in enumerate(actions)})


@dataclass(frozen=True)
class Table:
    """A game with its number of seats and its options; what is left out is usual, two seats if two can play it."""

    game: Game
    players: int
    options: Mapping[str, str]

    @classmethod
    def of(cls, ruleset: str, players: int | None = None, options: Mapping[str, str] | None = None) -> Table:
        """The table; UnknownGame or BadSetup if there can be none."""
        game = rules.game(ruleset)
        fewest = min(game.players, key=lambda seats: (seats < PAIR, seats))
        setup = game.new_setup(fewest if players is None else players, options, Random(0))
        return cls(game, setup["players"], setup["options"])

    def begin(self, rng: Random) -> AnyPosition:
        """The first position on a layout that `rng` draws; it can be chance's turn."""
        return self.game.initial_position(self.game.new_setup(self.players, self.options, rng))

    def observe(self, position: AnyPosition, seat: int) -> list[float]:
        """What the seat sees, as `observation` writes it."""
        return observation(self.game.id, self.players, seat, position.to_json())

    def __deepcopy__(self, memo: object) -> Table:
        """Itself, for nothing of it changes."""
        return self

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[object, ...]]:
        """By name: a game, which knows its modules, cannot be pickled."""
        return Table.of, (self.game.id, self.players, dict(self.options))

    @property
    def observation_size(self) -> int:
        """How many numbers that are."""
        return observation_size(self.game.id, self.players)

    @property
    def action_count(self) -> int:
        """How many actions have a number, from 0."""
        return len(self.game.actions)

    def legal(self, position: AnyPosition) -> list[int]:
        """The numbers of what the seat to act may do, ascending."""
        by_action = numbers(self.game.id).by_action
        return sorted(by_action[action] for action in position.legal_actions())

    def action(self, number: int) -> Any:
        """The action of that number."""
        return numbers(self.game.id).actions[number]

    def returns(self, position: AnyPosition) -> list[float]:
        """By seat what a game has brought that is over: -1 lost, what losers pay is shared by the winners.

        Where all win or fail together, 1 or -1 for each; 0 for all where nobody wins, or everybody.
        """
        winners = position.winners()
        if self.game.cooperative:
            return [1.0 if winners else -1.0] * self.players
        if not winners:
            return [0.0] * self.players
        gain = (self.players - len(winners)) / len(winners)
        return [gain if seat in winners else -1.0 for seat in range(self.players)]


def rolled(position: AnyPosition, rng: Random) -> AnyPosition:
    """The position once chance has had its turn, if it is its turn."""
    while position.current_player() == CHANCE:
        actions, chances = zip(*position.chance_outcomes(), strict=True)
        position = position.apply(rng.choices(actions, [float(chance) for chance in chances])[0])
    return position
