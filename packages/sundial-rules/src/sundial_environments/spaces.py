"""Observations and actions of a seat as Gymnasium spaces."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from rules import AnyPosition
from sundial_environments.tables import Table


def observation_space(table: Table) -> spaces.Dict:
    """Return the space of `observation` (see `observations`) and `action_mask`, which is 1 for legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1, 1, (table.observation_size,), np.float32),
            "action_mask": spaces.Box(0, 1, (table.action_count,), np.int8),
        }
    )


def observed(table: Table, position: AnyPosition, seat: int) -> dict[str, np.ndarray]:
    """Return the seat's observation and action mask; the mask is all zeros unless it is to act."""
    mask = np.zeros(table.action_count, np.int8)
    if position.current_player() == seat:
        mask[table.legal(position)] = 1
    return {"observation": np.array(table.observe(position, seat), np.float32), "action_mask": mask}
