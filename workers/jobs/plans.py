"""Conditional moves: claim plans whose turn has come, and play their moves."""

from __future__ import annotations

from service.db import clock
from service.jobs import queues
from service.play.plans import claim_plans, play_plan, put_off
from workers.draining import drain

NAME = queues.PLANS
EVERY = 3.0

BATCH = 10


def run(batch: int = BATCH) -> bool:
    """Play a batch of plans; return whether there may be more."""
    played = drain(
        claim_plans,
        lambda plan: play_plan(plan, clock.now()),
        lambda plan: put_off(plan, clock.now()),
        now=clock.now,
        most=batch,
        what=lambda plan: f"the plan of seat {plan.seat} in game {plan.game_id}",
    )
    return played == batch
