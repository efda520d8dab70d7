"""Games played by numbers: the common base of the three libraries' interfaces."""

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
"""Reward of a seat for an illegal action, equal to a lost game."""


@dataclass(frozen=True)
class Numbers:
    """Actions of a game in order, and the number of each."""

    actions: Sequence[Any]
    by_action: Mapping[Any, int]


@cache
def numbers(ruleset: str) -> Numbers:
    """Return the numbered actions of the seats; raise UnknownGame."""
    return _numbered(rules.game(ruleset).actions)


@cache
def outcomes(ruleset: str) -> Numbers:
    """Return the numbered chance outcomes."""
    return _numbered(rules.game(ruleset).outcomes)


def _numbered(actions: Sequence[Any]) -> Numbers:
    return Numbers(actions, {action: number for number, action in enumerate(actions)})


@dataclass(frozen=True)
class Table:
    """A game with its number of seats and its options. Defaults: two seats if two can play, and the default options."""

    game: Game
    players: int
    options: Mapping[str, str]

    @classmethod
    def of(cls, ruleset: str, players: int | None = None, options: Mapping[str, str] | None = None) -> Table:
        """Create a table; raise UnknownGame or BadSetup."""
        game = rules.game(ruleset)
        fewest = min(game.players, key=lambda seats: (seats < PAIR, seats))
        setup = game.new_setup(fewest if players is None else players, options, Random(0))
        return cls(game, setup["players"], setup["options"])

    def begin(self, rng: Random) -> AnyPosition:
        """Return the first position on a layout drawn with `rng`; it can be chance's turn."""
        return self.game.initial_position(self.game.new_setup(self.players, self.options, rng))

    def observe(self, position: AnyPosition, seat: int) -> list[float]:
        """Return the seat's `observation`."""
        return observation(self.game.id, self.players, seat, position.to_json())

    def __deepcopy__(self, memo: object) -> Table:
        """Return itself, as it is immutable."""
        return self

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[object, ...]]:
        """Pickle by name: a game, which refers to modules, cannot be pickled."""
        return Table.of, (self.game.id, self.players, dict(self.options))

    @property
    def observation_size(self) -> int:
        """Return the length of an observation."""
        return observation_size(self.game.id, self.players)

    @property
    def action_count(self) -> int:
        """Return the number of actions, numbered from 0."""
        return len(self.game.actions)

    def legal(self, position: AnyPosition) -> list[int]:
        """List the numbers of the legal actions, ascending."""
        by_action = numbers(self.game.id).by_action
        return sorted(by_action[action] for action in position.legal_actions())

    def action(self, number: int) -> Any:
        """Return the action with this number."""
        return numbers(self.game.id).actions[number]

    def returns(self, position: AnyPosition) -> list[float]:
        """Return the rewards of a finished game by seat: -1 for losers, who pay the winners in equal shares.

        In a cooperative game 1 or -1 for each; 0 for all if nobody wins, or everybody.
        """
        winners = position.winners()
        if self.game.cooperative:
            return [1.0 if winners else -1.0] * self.players
        if not winners:
            return [0.0] * self.players
        gain = (self.players - len(winners)) / len(winners)
        return [gain if seat in winners else -1.0 for seat in range(self.players)]


def rolled(position: AnyPosition, rng: Random) -> AnyPosition:
    """Play chance's outcomes at random while it is chance's turn."""
    while position.current_player() == CHANCE:
        actions, chances = zip(*position.chance_outcomes(), strict=True)
        position = position.apply(rng.choices(actions, [float(chance) for chance in chances])[0])
    return position
