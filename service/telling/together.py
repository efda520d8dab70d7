"""What a game comes to that all play together, where it is not won: nobody has lost it to anybody."""

from __future__ import annotations

import rules
from service.core.language import ngettext
from service.models import Game


def points_made(game: Game) -> str:
    """The points that all have made, as a sentence without its stop; nothing where seats play against each other."""
    ruleset = rules.games().get(game.ruleset)
    if game.winners or not game.scores or ruleset is None or not ruleset.cooperative:
        return ""
    return ngettext("The game is over with one point", "The game is over with %(num)d points", max(game.scores))
