"""Finding the games: each folder under `rules/games/` registers its own, and no list of them is kept anywhere."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

import rules.games as folders
from rules.errors import UnknownGame
from rules.game import Game


@cache
def games() -> dict[str, Game]:
    """All games by id, in alphabetical order of their ids."""
    found = [
        game
        for module in pkgutil.iter_modules(folders.__path__, f"{folders.__name__}.")
        for game in import_module(module.name).GAMES
    ]
    return {game.id: game for game in sorted(found, key=lambda game: game.id)}


def game(game_id: str) -> Game:
    """The game of that id, or UnknownGame."""
    try:
        return games()[game_id]
    except (KeyError, TypeError):
        raise UnknownGame(str(game_id)) from None
