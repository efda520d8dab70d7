"""Held moves: play those whose hold is over."""

from __future__ import annotations

from service.db import clock
from service.jobs import queues
from service.play.held_moves import claim_held, play_held, put_off
from workers.draining import drain

NAME = queues.HELD_MOVES
EVERY = 5.0

BATCH = 10


def run(batch: int = BATCH) -> bool:
    """Play a batch of held moves; return whether there may be more."""
    played = drain(
        claim_held,
        lambda held: play_held(held, clock.now()),
        lambda held: put_off(held, clock.now()),
        now=clock.now,
        most=batch,
        what=lambda held: f"the held move in game {held.game_id}",
    )
    return played == batch
