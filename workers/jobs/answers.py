"""Answers kept for those who ask twice: gone after their week."""

from __future__ import annotations

from service.core import clock
from service.work.idempotency import forget_old

NAME = "sundial.answers"
EVERY = 3600.0


def run() -> bool:
    """Forget what is old, all at once."""
    forget_old(clock.now())
    return False
