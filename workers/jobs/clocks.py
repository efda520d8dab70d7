"""Deadlines: programs are told when one is near, bots are reminded, and whoever lets one pass gives up the seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from service.bots.turns import bots_to_see_to, see_to_bot
from service.core import clock
from service.play.clocks import enforce_deadline, games_near_deadline, overdue_games, tell_of_deadline
from service.work import wake
from service.work.holds import is_held
from workers.surviving import survive

NAME = wake.CLOCKS
EVERY = 10.0


def run() -> bool:
    """Enforce what is overdue, tell of what is nearly, and see to bots that do not move; nothing while it is held."""
    if is_held():
        return False
    now = clock.now()
    near = games_near_deadline(now)
    for game in near:
        survive(partial(tell_of_deadline, game, now), f"the near deadline of game {game}")
    for game in bots_to_see_to(now):
        survive(partial(see_to_bot, game, now), f"the bot to move in game {game}")
    return enforce(overdue_games(now), now) > 0


def enforce(games: Sequence[str], now: datetime) -> int:
    """Enforce the deadlines of some games, by id; says how many could be seen to."""
    return sum(survive(partial(enforce_deadline, game, now), f"the deadline of game {game}") for game in games)
