"""What a game has come to that nobody has won: all have played together, or only their match can be won."""

from __future__ import annotations

import rules
from service.core.language import gettext, ngettext
from service.models import EndedBy, Game


def points_made(game: Game) -> str:
    """The points that were made, as a sentence without its stop; nothing where somebody could have won the game."""
    ruleset = rules.games().get(game.ruleset)
    if game.winners or not game.scores or ruleset is None:
        return ""
    points = max(game.scores)
    if ruleset.cooperative:
        return ngettext("The game is over with one point", "The game is over with %(num)d points", points)
    if ruleset.sides and game.ended_by == EndedBy.PLAY:
        return ngettext(
            "The game is over: one point for %(side)s",
            "The game is over: %(num)d points for %(side)s",
            points,
            side=gettext(ruleset.sides[game.scores.index(points)]),
        )
    return ""
