"""The computer opponents: five levels over the interface of a game, independent of any particular game."""

from workers.search.levels import LEVELS, Level, choose_turn, level_at
from workers.search.limit import Budget

__all__ = ["LEVELS", "Budget", "Level", "choose_turn", "level_at"]
