"""The course of a tournament: start it, settle results, draw pairings, create their games, and end it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime


def due_tournaments(now: datetime, limit: int) -> Sequence[str]:
    """Return the ids of tournaments for which something is due."""
    raise NotImplementedError


def go_on_with(tournament_id: str, now: datetime) -> None:
    """Do what is due for a tournament. Two workers may call it at once."""
    raise NotImplementedError
