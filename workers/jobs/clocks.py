"""Deadlines: whoever lets one pass gives up the seat."""

from __future__ import annotations

from functools import partial

from service import clock, wake
from service.actions.clocks import enforce_deadline, overdue_games
from workers.surviving import survive

NAME = wake.CLOCKS
EVERY = 10.0


def run() -> bool:
    """Enforce what is overdue."""
    now = clock.now()
    games = overdue_games(now)
    enforced = [survive(partial(enforce_deadline, game, now), f"the deadline of game {game}") for game in games]
    return any(enforced)
