"""Challenges to bots: ask the next bot if the last one has declined or not answered in time."""

from __future__ import annotations

from functools import partial

from service.challenges.asking import ask_next_bot, games_to_ask_for
from service.db import clock
from service.jobs import queues
from service.jobs.holds import is_held
from workers.error_barrier import survive

NAME = queues.BOT_CHALLENGES
EVERY = 5.0

BATCH = 50


def run() -> bool:
    """Process a batch of challenges; return whether there may be more. Do nothing during a hold."""
    if is_held():
        return False
    now = clock.now()
    due = games_to_ask_for(now, BATCH)
    asked = [survive(partial(ask_next_bot, game_id, now), f"the challenge of game {game_id}") for game_id in due]
    return len(due) == BATCH and any(asked)
