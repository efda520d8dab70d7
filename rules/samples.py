"""Sample boards of each game in mid-play, to help choose a game.

A sample is the file `sample-<id>.txt` beside the guide, written by `tests.samples`: the setup as JSON, then one action
a line.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from rules import registry
from rules.game import CHANCE, AnyPosition


@cache
def sample(game_id: str) -> tuple[AnyPosition, AnyPosition]:
    """Load a sample position, and the one before its last move; the first position if a game has no sample."""
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
