"""Words for rated games: whether a game counts, and why one counts for nobody."""

from __future__ import annotations

from rules.prose import N_
from service.db.engines import session
from service.language.catalogue import gettext
from service.models import Game, RatedGame
from service.ratings.eligibility import MANY_NEWCOMERS, MET_OFTEN, MOST_MEETINGS, MOST_WITH_NEWCOMERS
from service.ratings.settling import ANNULLED

WHY = {
    MET_OFTEN: N_("two of its players had begun %(most)d rated games with each other within a week"),
    MANY_NEWCOMERS: N_("a player had begun %(newcomers)d rated games with newcomers within a week"),
    "seat-never-moved": N_("a player never moved"),
    "too-few-moves": N_("it ended after too few moves"),
    "hints": N_("a player got hints"),
    "takeback": N_("a move against a program was undone"),
    "vanished": N_("a player lost many games on time within two weeks, and only the first five count"),
    "half-of-match": N_("the match counts with its other game"),
    "adjudicated": N_("its organiser decided the result"),
    ANNULLED: N_("the operators of this server annulled it"),
}
"""The reasons why a game counts for nobody, by code."""
OTHERWISE = N_("it does not meet the rules for rated games")


def is_rated_in_words(game: Game) -> str:
    """Say whether a game is rated, and why not if its players wanted it to be."""
    if not game.rated:
        return gettext("Not rated")
    if game.not_rated is None:
        return gettext("Rated")
    why = why_not_in_words(game.not_rated)
    kept = session().get(RatedGame, game.id) if game.not_rated == ANNULLED else None
    if kept is not None and kept.reason:
        return gettext("Not rated: %(why)s (%(reason)s)", why=why, reason=kept.reason)
    return gettext("Not rated: %(why)s", why=why)


def why_not_in_words(code: str) -> str:
    """Say why a game counts for nobody."""
    return gettext(WHY.get(code, OTHERWISE), most=MOST_MEETINGS, newcomers=MOST_WITH_NEWCOMERS)
