"""Challenges that could not meet when they were made, and can since a game is over or a block was lifted."""

from __future__ import annotations

from service.core import clock
from service.play.challenges import meet_all

NAME = "sundial.challenges"
EVERY = 60.0


def run() -> bool:
    """Begin the games of those that fit each other."""
    meet_all(clock.now())
    return False
