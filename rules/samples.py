"""A board of each game in mid-play, for whoever looks for a game: what it looks like, not how it is won.

It stands beside the guide as `sample-<id>.txt`, which `tests.samples` writes: the setup as JSON, then an action a line.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from rules import registry
from rules.game import CHANCE, AnyPosition


@cache
def sample(game_id: str) -> tuple[AnyPosition, AnyPosition]:
    """A position in mid-play, and the one before the move that led to it; the first one of a game without a sample."""
    game = registry.game(game_id)
    file = resources.files(game.package) / f"sample-{game.id}.txt"
    if not file.is_file():
        first = game.initial_position(game.new_setup(game.players[0]))
        return first, first
    setup, *actions = file.read_text(encoding="utf-8").splitlines()
    position = before = game.initial_position(json.loads(setup))
    mover = None
    for written in actions:
        if position.current_player() not in (CHANCE, mover):
            before, mover = position, position.current_player()
        position = position.apply(game.parse_action(written))
    return position, before
