"""What a good solver of the puzzle weighs."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.springtime.puzzle import PERFECT, Puzzle
from rules.games.springtime.squares import Token


def candidates(position: Puzzle) -> Sequence[tuple[Token, float]]:
    """Every legal token, alike."""
    return [(token, 1.0) for token in position.legal_actions()]


def estimate(position: Puzzle) -> Sequence[float]:
    """The share of all tokens that will be placed; exact at the end."""
    return [position.count / PERFECT] * position.players
