"""The points of a game as they are shown."""

from __future__ import annotations

from collections.abc import Sequence

import rules
from service.models import Game, GameStatus


def points_of(game: Game) -> Sequence[int] | None:
    """The points by seat; None where there are none to show yet."""
    ruleset = rules.games().get(game.ruleset)
    if game.status == GameStatus.ACTIVE and ruleset is not None and ruleset.counts_at_end:
        return None
    return game.scores
