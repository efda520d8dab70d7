"""Challenges: pair those that fit each other since a game has ended or a block was lifted."""

from __future__ import annotations

from service.challenges.lobby import meet_all
from service.db import clock

NAME = "sundial.challenges"
EVERY = 60.0


def run() -> bool:
    """Begin the games of challenges that fit each other."""
    meet_all(clock.now())
    return False
