"""Tournaments: start them, settle their games, and begin the next ones."""

from __future__ import annotations

from functools import partial

from service.competitions.rounds import due_tournaments, go_on_with, note_failure
from service.db import clock
from service.jobs import queues
from service.jobs.holds import is_held
from workers.error_barrier import survive

NAME = queues.TOURNAMENTS
EVERY = 5.0

BATCH = 50


def run() -> bool:
    """Process a batch of due tournaments; return whether there may be more. Do nothing during a hold."""
    if is_held():
        return False
    due = due_tournaments(clock.now(), BATCH)
    for each in due:
        if not survive(partial(go_on_with, each, clock.now()), f"tournament {each}"):
            survive(partial(note_failure, each, clock.now()), f"the failure of tournament {each}")
    return len(due) == BATCH
