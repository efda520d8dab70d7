"""Bots that were asked to play now and have not taken the seat, or not in time: the next one is asked."""

from __future__ import annotations

from functools import partial

from service.bots.seeks import ask_next_bot, seeks_to_see_to
from service.core import clock
from service.work import queues
from service.work.holds import is_held
from workers.surviving import survive

NAME = queues.SEEKS
EVERY = 5.0

BATCH = 50


def run() -> bool:
    """See to a batch; True if there may be more. Nothing while it is held."""
    if is_held():
        return False
    due = seeks_to_see_to(clock.now(), BATCH)
    for game_id in due:
        survive(partial(ask_next_bot, game_id, clock.now()), f"the seek of game {game_id}")
    return len(due) == BATCH
