"""Messages for refusals that all games share; each game's own are in its `messages.py`."""

from __future__ import annotations

from rules.errors import BadSetup, IllegalAction
from rules.game import Game
from rules.prose import N_, Sentence

MESSAGES = {
    "unknown-game": N_("There is no game with that name."),
    "bad-notation": N_("That is not a move in this game's notation."),
    "game-over": N_("The game is over."),
    "not-your-turn": N_("That action belongs to another player's turn. Send only your own actions."),
    "incomplete-move": N_("The turn is not complete yet. Add the missing actions to the same move."),
    "past-a-roll": N_("A move ends where chance decides, such as a dice roll. Send the rest once you know the result."),
    "chance-only": N_("Chance decides that. No player can choose it."),
    "impossible-outcome": N_("That random result is not possible here."),
}

SETUP_MESSAGES = {
    "not-an-object": N_("{name} must be a JSON object."),
    "missing-key": N_("{name} is missing."),
    "unknown-key": N_("{name} is not part of a setup."),
    "wrong-game": N_("This setup is for another game, not {name}."),
    "wrong-players": N_("This game is not for that number of players."),
    "unknown-option": N_("This game has no option {name}."),
    "bad-option": N_("That value is not allowed for the option {name}."),
    "bad-layout": N_("The layout is not valid at {name}."),
}


def explain(game: Game, error: Exception) -> Sentence:
    """Return the sentence for any refusal of this package, with its values."""
    if isinstance(error, BadSetup):
        return Sentence(SETUP_MESSAGES.get(error.reason) or _message(game, error.reason), {"name": error.name})
    if isinstance(error, IllegalAction):
        return Sentence(_message(game, error.code), {"action": str(error.action)})
    return Sentence(MESSAGES["bad-notation"])


def _message(game: Game, code: str) -> str:
    """Look up the sentence for a code; raise KeyError for an unknown one."""
    return game.messages[code] if code in game.messages else MESSAGES[code]
