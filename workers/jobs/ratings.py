"""Ratings: rate finished games, in their order within each pool."""

from __future__ import annotations

from functools import partial

from service.db import clock
from service.ratings.settling import pools_waiting, rate_next
from workers.error_barrier import survive

NAME = "sundial.ratings"
EVERY = 5.0

BATCH = 100
"""Games of a pool in one run."""


def run() -> bool:
    """Rate a batch of each pool in which games wait; return whether a batch was full."""
    full: list[str] = []
    for pool in pools_waiting(clock.now()):
        survive(partial(_rate, pool, full), f"the ratings of {pool}")
    return bool(full)


def _rate(pool: str, full: list[str]) -> None:
    for _ in range(BATCH):
        if not rate_next(pool, clock.now()):
            return
    full.append(pool)
