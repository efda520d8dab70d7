"""How the points of a game went from turn to turn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import rules
from rules import AnyPosition
from service.models import Game
from service.play.positions import log_of, position_of


def points_after(game: Game, lengths: Collection[int]) -> Iterator[Sequence[int]]:
    """The points by seat at each of these lengths of the log, in order; 0 is before anything was played."""
    ruleset = rules.game(game.ruleset)
    position = ruleset.initial_position(game.setup)
    if 0 in lengths:
        yield position.scores()
    for entry in log_of(game):
        first = rules.taken_back(entry.action)
        position = _after(ruleset, position, entry.action) if first is None else position_of(game, first)
        if entry.number + 1 in lengths:
            yield position.scores()


def _after(ruleset: rules.Game, position: AnyPosition, entry: str) -> AnyPosition:
    after: AnyPosition = position.apply(ruleset.parse_action(entry))
    return after
