"""Regenerate the boards in mid-play that represent the games: `python -m tests.samples`."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import rules
from rules import CHANCE, AnyPosition, Game
from service.verification.dice import Dice
from workers.search.levels import choose_turn

LEVEL, PLAYED = 2, 0.55
"""Who plays, and how much of the game."""
SEED = bytes(32)


def written(game: Game) -> str:
    """Return a game's setup and log up to about its middle, at the end of a turn."""
    players = max(2, min(game.players))
    dice = Dice(SEED, game.id, [""] * players)
    setup = game.new_setup(players, rng=dice.layout_rng())
    position, actions, turns = game.initial_position(setup), list[str](), list[int]()
    while (mover := position.current_player()) is not None:
        action = dice.outcome(position, len(actions)) if mover == CHANCE else _chosen(game, position)
        position = position.apply(action)
        actions.append(str(action))
        if position.current_player() not in (mover, CHANCE):
            turns.append(len(actions))
    middle = next(end for end in turns if end >= PLAYED * len(actions))
    return "\n".join([json.dumps(setup, sort_keys=True, default=dict), *actions[:middle], ""])


def _chosen(game: Game, position: AnyPosition) -> Any:  # each game has its own type of action
    return choose_turn(position, game.tactics, LEVEL, Random(1))[0]  # no secret


if __name__ == "__main__":
    for found in rules.games().values():
        folder = Path(str(resources.files(found.package)))
        (folder / f"sample-{found.id}.txt").write_text(written(found), encoding="utf-8")
