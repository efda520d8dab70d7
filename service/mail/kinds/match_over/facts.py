"""Values for the email about a finished match: the winner, the totals, and how the last game ended."""

from __future__ import annotations

from dataclasses import replace

from service.mail.facts import Facts, game_of
from service.mail.kinds.game_over import facts as game_over
from service.models import Notice
from service.notifications import links
from service.play.matches.standing import standing_of
from service.presentation.names import name_of


def facts(notice: Notice) -> Facts:
    """Collect the last game's values, the points of each place, and a link to every game."""
    last = game_over.facts(notice)
    standing = standing_of(game_of(notice))
    if standing is None:
        raise LookupError("the game is not part of a match")
    names = [name_of(standing.games[0], seat) for seat in standing.places]
    games = [(game.match_round, links.game_link(game)) for game in standing.games]
    return replace(last, values={**last.values, "totals": [*zip(names, standing.totals, strict=True)], "games": games})
