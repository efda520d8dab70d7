"""PettingZoo environments of all games (AEC: agents act in turn), with action masks.

`env("siesta", players=3)`; agents are `seat_0`, `seat_1`, …. Needs `pip install "sundial-rules[pettingzoo]"`.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sundial_environments.spaces import observation_space, observed
from sundial_environments.tables import ILLEGAL, Table, rolled


def env(
    ruleset: str, players: int | None = None, options: Mapping[str, str] | None = None, render_mode: str | None = None
) -> AECEnv:
    """Create a wrapped environment: an illegal action ends the game with -1, and the order of calls is checked."""
    legal = wrappers.TerminateIllegalWrapper(raw_env(ruleset, players, options, render_mode), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


def raw_env(
    ruleset: str, players: int | None = None, options: Mapping[str, str] | None = None, render_mode: str | None = None
) -> SeatsInTurn:
    """Create the bare environment, which raises ValueError for an illegal action."""
    return SeatsInTurn(Table.of(ruleset, players, options), render_mode)


class SeatsInTurn(AECEnv):
    """A table as an AEC environment.

    Rewards come at the end (`Table.returns`), chance and layouts from the seed of `reset`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo lets each environment have its own
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        super().__init__()
        self.table = table
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"sundial_{table.game.id}_v{table.game.version}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(table.players)]
        self.observation_spaces = {agent: observation_space(table) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(table.action_count) for agent in self.possible_agents}
        self._rng = Random()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of the actions' numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; equal seeds give equal games."""
        if seed is not None:
            self._rng = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.position = rolled(self.table.begin(self._rng), self._rng)
        self._select()

    def step(self, action: int | None) -> None:
        """Apply the agent's action; raise ValueError if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.table.legal(self.position):
            raise ValueError(f"{agent} may not do {action}")
        self._cumulative_rewards[agent] = 0.0
        self.position = rolled(self.position.apply(self.table.action(int(action))), self._rng)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return the agent's observation and action mask; the mask is all zeros unless it is to act."""
        return observed(self.table, self.position, self.possible_agents.index(agent))

    def render(self) -> str | None:
        """Render the board as text: returned by `ansi`, printed by `human`."""
        board = self.table.game.picture.text(self.position)
        if self.render_mode == "human":
            print(board)  # noqa: T201  # that is what `human` means
            return None
        return board

    def close(self) -> None:
        """Do nothing: no resource is held open."""

    def _select(self) -> None:
        """Select the seat to act; at the end, give every seat its reward."""
        seat = self.position.current_player()
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            return
        self.rewards = dict(zip(self.possible_agents, self.table.returns(self.position), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
