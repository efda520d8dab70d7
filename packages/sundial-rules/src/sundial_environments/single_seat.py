"""Gymnasium environments of all games: the agent has one seat, a policy plays the others.

`SingleSeat("seasons", seat=0)`, or `gymnasium.make("sundial_environments.single_seat:sundial/seasons-v1")`. Needs `pip
install "sundial-rules[gymnasium]"`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

import rules
from rules import AnyPosition
from sundial_environments.spaces import observation_space, observed
from sundial_environments.tables import ILLEGAL, Table, rolled

Policy = Callable[[AnyPosition, Random], Any]
"""Chooses the action of the seat to act, with the given source of randomness."""


def at_random(position: AnyPosition, rng: Random) -> Any:
    """Choose any legal action."""
    return rng.choice(position.legal_actions())


class SingleSeat(gymnasium.Env[dict[str, np.ndarray], int]):
    """A seat at a table: each step is one action of the agent, then all others until it is to act again."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        ruleset: str,
        seat: int = 0,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        policy: Policy = at_random,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table.of(ruleset, players, options)
        if seat not in range(self.table.players):
            raise ValueError(f"there is no seat {seat}")
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space = observation_space(self.table)
        self.action_space = spaces.Discrete(self.table.action_count)
        self._policy = policy

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Begin a game and play until the agent is to act; equal seeds give equal games."""
        super().reset(seed=seed)
        self._rng = Random(int(self.np_random.integers(1 << 62)))
        self.position = self._awaited(self.table.begin(self._rng))
        return self._seen()

    def step(self, action: int) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """Apply an action. An illegal one loses the game and sets `info["illegal"]`."""
        if int(action) not in self.table.legal(self.position):
            observation, info = self._seen()
            return observation, ILLEGAL, True, False, {**info, "illegal": True}
        self.position = self._awaited(self.position.apply(self.table.action(int(action))))
        is_over = self.position.current_player() is None
        reward = self.table.returns(self.position)[self.seat] if is_over else 0.0
        observation, info = self._seen()
        return observation, reward, is_over, False, info

    def render(self) -> str:
        """Render the board as text."""
        return self.table.game.picture.text(self.position)

    def _awaited(self, position: AnyPosition) -> AnyPosition:
        """Play the others and chance until the agent's turn or the end."""
        position = rolled(position, self._rng)
        while position.current_player() not in (self.seat, None):
            position = rolled(position.apply(self._policy(position, self._rng)), self._rng)
        return position

    def _seen(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        observation = observed(self.table, self.position, self.seat)
        return observation, {"action_mask": observation["action_mask"]}


for _name, _game in rules.games().items():
    gymnasium.register(id=f"sundial/{_name}-v{_game.version}", entry_point=SingleSeat, kwargs={"ruleset": _name})
