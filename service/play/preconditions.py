"""What else has to hold of a game before somebody changes it, judged when its row is locked and nothing is done yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from service.models import Game

Precondition: TypeAlias = Callable[[Game], None]
"""Raises the refusal where it does not hold. What was done before is not done again, and not asked about again."""


def unconditional(_game: Game) -> None:
    """Nothing else has to hold."""
