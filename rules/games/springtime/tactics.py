"""What a good player of Springtime weighs."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.springtime.position import Springtime
from rules.games.springtime.squares import Token


def candidates(position: Springtime) -> Sequence[tuple[Token, float]]:
    """Every legal token, alike."""
    return [(token, 1.0) for token in position.legal_actions()]


def estimate(position: Springtime) -> Sequence[float]:
    """The chance of winning by seat; exact at the end."""
    winners = position.winners()
    return [float(seat in winners) if winners else 0.5 for seat in range(2)]
