"""Playing at once, from any page, with no address: against the computer, or with whoever opens a link."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from rules import Game as Ruleset
from service.core.clock import now
from service.models import Game, GameStatus
from service.play.games import MIN_LEVEL, NewGame, SeatWish, create_game, ruleset_named, rulesets
from service.web.frame.blueprints import pages
from service.web.frame.identity import player_or_visitor
from service.work.units import whole

OWN = "own"
"""What the script of the page says of the dice: that it will add to them."""
FEWEST = 2
"""Seats: alone, nobody plays against anybody."""


@pages.app_template_global()
def soonest_learnt() -> list[Ruleset]:
    """The games that are on, what is played against each other first, and of these what is said in fewest words."""
    return sorted(rulesets().values(), key=lambda ruleset: (ruleset.cooperative, len(ruleset.guide)))


@pages.post("/play/computer")
def play_computer() -> ResponseReturnValue:
    """A game against the computer, with everything else as usual."""
    return _to_table(_begun(ruleset_named(request.form.get("ruleset", "")), SeatWish(ai=_level())))


@pages.post("/play/friend")
def play_friend() -> ResponseReturnValue:
    """A private game with a free seat; its page has the link by which a friend takes it."""
    return _to_table(_begun(ruleset_named(request.form.get("ruleset", "")), SeatWish(open=True)))


def _begun(ruleset: Ruleset, other: SeatWish) -> Game:
    """A game of whoever is here with as few others as can be.

    A browser that runs scripts adds its part of the dice by itself, once the page has shown the commitment.
    """
    others = max(FEWEST, min(ruleset.players)) - 1
    wish = NewGame(ruleset.id, [SeatWish(me=True, contributes=request.form.get("dice") == OWN), *[other] * others])
    return whole(lambda: create_game(player_or_visitor(), wish, now()))


def _to_table(game: Game) -> ResponseReturnValue:
    part = "begin" if game.status == GameStatus.INVITING and request.form.get("dice") == OWN else None
    return redirect(url_for("web.show_game", game_id=game.id, _anchor=part), 303)


def _level() -> int:
    return request.form.get("level", MIN_LEVEL, type=int)
