"""Deadlines: announce them to programs, remind bots, and forfeit the seats of players out of time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from service.bots.turns import bots_to_see_to, see_to_bot
from service.db import clock
from service.jobs import queues
from service.jobs.heartbeats import NOTICED_FAST, was_away
from service.jobs.holds import is_held
from service.play.clocks import (
    call_for_the_last_time,
    enforce_deadline,
    games_at_last_call,
    games_near_deadline,
    overdue_games,
    tell_of_deadline,
)
from service.play.downtime_credit import keep_schedule
from workers.error_barrier import survive

NAME = queues.CLOCKS
EVERY = 10.0

BATCH = 100
"""Games per run for each announcement; a full batch is followed by another run before the next sweep."""


def run(batch: int = BATCH) -> bool:
    """Enforce overdue deadlines, announce near ones, and remind bots that do not move; do nothing during a hold."""
    if is_held():
        return False
    now = clock.now()
    if was_away(now, NOTICED_FAST):
        keep_schedule(now)
    near = _seen_to(tell_of_deadline, games_near_deadline(now, batch), now, "the near deadline of game")
    last = _seen_to(call_for_the_last_time, games_at_last_call(now, batch), now, "the last call of game")
    bots = _seen_to(see_to_bot, bots_to_see_to(now, batch), now, "the bot to move in game")
    return enforce(overdue_games(now), now) > 0 or batch in (near, last, bots)


def enforce(games: Sequence[str], now: datetime) -> int:
    """Enforce the deadlines of some games, by id; return how many succeeded."""
    return _seen_to(enforce_deadline, games, now, "the deadline of game")


def _seen_to(see_to: Callable[[str, datetime], object], games: Sequence[str], now: datetime, what: str) -> int:
    return sum(survive(partial(see_to, game, now), f"{what} {game}") for game in games)
