"""The points of a game where there are some to show: some games bring none before their end."""

from __future__ import annotations

from collections.abc import Sequence

import rules
from rules import AnyPosition
from service.models import EndedBy, Game


def points_of(game: Game) -> Sequence[int] | None:
    """The points by seat, or None; also where the game did not come to its end by play."""
    ruleset = rules.games().get(game.ruleset)
    return game.scores if ruleset is None or _are_some(ruleset, is_over=game.ended_by == EndedBy.PLAY) else None


def points_at(ruleset: rules.Game, position: AnyPosition) -> Sequence[int] | None:
    """The points by seat as a position has them, or None."""
    return position.scores() if _are_some(ruleset, is_over=position.current_player() is None) else None


def _are_some(ruleset: rules.Game, *, is_over: bool) -> bool:
    return is_over or not ruleset.counts_at_end
