"""The rules of Sundial's games as a library: pure, immutable, without network, storage, clock or global randomness.

`rules.games` names a function here, although the folder of games has the same name. The folder is imported first, so
the function replaces it under that name. `from rules.games.<id> import …` still reaches the folder.
"""

import rules.games  # noqa: F401  # bound first, so that the function below keeps the name
from rules.errors import BadNotation, BadSetup, IllegalAction, RulesError, UnknownGame
from rules.game import CHANCE, AnyPosition, Game, Layout, Match, Option, Position, Seat, Setup
from rules.messages import explain
from rules.notation import read_move, split_move
from rules.play import check_action, parse_move, play, steps
from rules.prose import Sentence
from rules.registry import game, games
from rules.replays import replay, standing, takeback, taken_back

__all__ = [
    "CHANCE",
    "AnyPosition",
    "BadNotation",
    "BadSetup",
    "Game",
    "IllegalAction",
    "Layout",
    "Match",
    "Option",
    "Position",
    "RulesError",
    "Seat",
    "Sentence",
    "Setup",
    "UnknownGame",
    "check_action",
    "explain",
    "game",
    "games",
    "parse_move",
    "play",
    "read_move",
    "replay",
    "split_move",
    "standing",
    "steps",
    "takeback",
    "taken_back",
]
