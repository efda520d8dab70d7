"""OpenSpiel games: importing this registers `sundial_siesta`, `sundial_springtime_puzzle`, ….

Parameters are `players`, `layout_seed`, from which a random layout is drawn, and each option of the game by its name.
Dice are chance nodes. Needs `pip install "sundial-rules[openspiel]"`.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel

import rules
from rules import CHANCE, AnyPosition, Game
from sundial_environments.tables import Table, outcomes

LONGEST = 1000
"""Upper bound of actions in a game, by a wide margin."""


def short_name(ruleset: str) -> str:
    """Return OpenSpiel's name of a game."""
    return f"sundial_{ruleset.replace('-', '_')}"


class PlayedState(pyspiel.State):
    """A position as an OpenSpiel state, with chance nodes."""

    def __init__(self, game: Any, position: AnyPosition) -> None:
        super().__init__(game)
        self.table: Table = game.table
        self.position = position

    def current_player(self) -> int:
        """Return the seat to act, or the player id of chance or the end."""
        seat = self.position.current_player()
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the number of each outcome with its probability."""
        by_action = outcomes(self.table.game.id).by_action
        return sorted((by_action[action], float(chance)) for action, chance in self.position.chance_outcomes())

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal(self.position)

    def _apply_action(self, action: int) -> None:
        if self.position.current_player() == CHANCE:
            self.position = self.position.apply(outcomes(self.table.game.id).actions[action])
        else:
            self.position = self.position.apply(self.table.action(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(outcomes(self.table.game.id).actions[action])
        return str(self.table.action(action))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.current_player() is None

    def returns(self) -> list[float]:
        """Return `Table.returns`; 0 until the end."""
        return self.table.returns(self.position) if self.is_terminal() else [0.0] * self.table.players

    def __str__(self) -> str:
        return self.table.game.picture.text(self.position)


class SeatObserver:
    """Observer of a seat: numbers as in `observations`, and the text board."""

    def __init__(self, table: Table) -> None:
        self.tensor = np.zeros(table.observation_size, np.float32)
        self.dict = {"observation": self.tensor}
        self._table = table

    def set_from(self, state: PlayedState, player: int) -> None:
        """Write the seat's observation to `tensor`."""
        self.tensor[:] = self._table.observe(state.position, player)

    def string_from(self, state: PlayedState, player: int) -> str:
        """Return the text board with the observing seat."""
        return f"seat {player}\n{state}"


class _Played(pyspiel.Game):
    """Base of the registered classes, which set `ruleset` and `kind`."""

    ruleset: Game
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_parameters(self.ruleset), **(params or {})}
        self._layout_seed = int(chosen.pop("layout_seed"))
        self.table = Table.of(self.ruleset.id, int(chosen.pop("players")), chosen)
        super().__init__(self.kind, _info(self.table), params or {})

    def new_initial_state(self) -> PlayedState:
        """Return the first position, on the layout of `layout_seed`."""
        return PlayedState(self, self.table.begin(Random(self._layout_seed)))

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> SeatObserver:
        """Return an observer; nothing is hidden, so all kinds of observation are equal."""
        return SeatObserver(self.table)


def _parameters(game: Game) -> dict[str, Any]:
    table = Table.of(game.id)
    return {"players": table.players, "layout_seed": 0, **table.options}


def _info(table: Table) -> pyspiel.GameInfo:
    best = 1.0 if table.game.cooperative else max(table.players - 1.0, 1.0)
    return pyspiel.GameInfo(
        num_distinct_actions=table.action_count,
        max_chance_outcomes=len(table.game.outcomes),
        num_players=table.players,
        min_utility=-1.0,
        max_utility=best,
        utility_sum=None if table.game.cooperative else 0.0,
        max_game_length=LONGEST,
    )


def _kind(game: Game) -> pyspiel.GameType:
    kind = pyspiel.GameType
    return kind(
        short_name=short_name(game.id),
        long_name=game.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if game.outcomes else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.IDENTICAL if game.cooperative else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _register(game: Game) -> None:
    kind = _kind(game)
    pyspiel.register_game(kind, type(game.position.__name__, (_Played,), {"ruleset": game, "kind": kind}))


for _game in rules.games().values():
    _register(_game)
