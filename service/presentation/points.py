"""Read the points of a game: now, after each turn, and at its end. Some games count points only at the end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import rules
from rules import AnyPosition
from service.models import EndedBy, Game
from service.play.positions import log_of, position_of


def points_of(game: Game) -> Sequence[int] | None:
    """Return a game's points by seat; None before there are any, or if the game was not played to its end."""
    ruleset = rules.games().get(game.ruleset)
    return game.scores if ruleset is None or _are_some(ruleset, is_over=game.ended_by == EndedBy.PLAY) else None


def points_at(ruleset: rules.Game, position: AnyPosition) -> Sequence[int] | None:
    """Return the points by seat in a position, or None."""
    return position.scores() if _are_some(ruleset, is_over=position.current_player() is None) else None


def points_after(game: Game, lengths: Collection[int]) -> Iterator[Sequence[int]]:
    """Yield the points by seat at each of these lengths of the log, in order; 0 is before the first move."""
    ruleset = rules.game(game.ruleset)
    position: AnyPosition = ruleset.initial_position(game.setup)
    if 0 in lengths:
        yield position.scores()
    for entry in log_of(game):
        first = rules.taken_back(entry.action)
        position = position.apply(ruleset.parse_action(entry.action)) if first is None else position_of(game, first)
        if entry.number + 1 in lengths:
            yield position.scores()


def _are_some(ruleset: rules.Game, *, is_over: bool) -> bool:
    return is_over or not ruleset.counts_at_end
