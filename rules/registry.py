"""Registry of games: each folder under `rules/games/` registers its own, so there is no central list."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

import rules.games as folders
from rules.errors import UnknownGame
from rules.game import Game


@cache
def games() -> dict[str, Game]:
    """Discover all games, sorted by id."""
    found = [
        game
        for module in pkgutil.iter_modules(folders.__path__, f"{folders.__name__}.")
        for game in import_module(module.name).GAMES
    ]
    return {game.id: game for game in sorted(found, key=lambda game: game.id)}


def game(game_id: str) -> Game:
    """Return the game of an id; raise UnknownGame."""
    try:
        return games()[game_id]
    except (KeyError, TypeError):
        raise UnknownGame(str(game_id)) from None
