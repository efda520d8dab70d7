"""The sentence for each refusal: here stand those that every game shares, each game's own in its `messages.py`."""

from __future__ import annotations

from rules.errors import BadSetup, IllegalAction
from rules.game import Game
from rules.prose import N_, Sentence

MESSAGES = {
    "unknown-game": N_("There is no game of that name."),
    "bad-notation": N_("That could not be read as a move of this game."),
    "game-over": N_("The game is over."),
    "not-your-turn": N_("That action would belong to another player's turn; a move ends where the turn passes on."),
    "incomplete-move": N_("The turn is not complete yet: it needs more actions in the same move."),
    "past-a-roll": N_("A move ends where dice are rolled or something is drawn; send the rest when you have seen it."),
    "chance-only": N_("That is a result of chance; no player can choose it."),
    "impossible-outcome": N_("Chance could not have come out like that here."),
}

SETUP_MESSAGES = {
    "not-an-object": N_("{name} must be a JSON object."),
    "missing-key": N_("{name} is missing."),
    "unknown-key": N_("{name} is not part of a setup."),
    "wrong-game": N_("The setup is for another game than {name}."),
    "wrong-players": N_("The game is not for that number of players."),
    "unknown-option": N_("This game has no option {name}."),
    "bad-option": N_("The option {name} cannot have that value."),
    "bad-layout": N_("The layout is not valid at {name}."),
}


def explain(game: Game, error: Exception) -> Sentence:
    """The sentence for any refusal of this package, with the values it needs."""
    if isinstance(error, BadSetup):
        return Sentence(SETUP_MESSAGES.get(error.reason) or _message(game, error.reason), {"name": error.name})
    if isinstance(error, IllegalAction):
        return Sentence(_message(game, error.code), {"action": str(error.action)})
    return Sentence(MESSAGES["bad-notation"])


def _message(game: Game, code: str) -> str:
    """KeyError if no rule of the game has that code."""
    return game.messages[code] if code in game.messages else MESSAGES[code]
