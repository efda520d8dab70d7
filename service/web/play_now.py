"""Play at once, without an address: against the computer, by a shared link, at this device, or against a free bot."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from rules import Game as Ruleset
from service.challenges.asking import challenge_bot, challenge_for
from service.challenges.candidates import is_somebody_there
from service.challenges.terms import NewChallenge
from service.db.clock import now
from service.jobs.units import whole
from service.language.catalogue import gettext
from service.models import Challenge, Game, GameStatus, Visibility
from service.play.games import MIN_LEVEL, NewGame, SeatWish, create_game, ruleset_named, rulesets
from service.web.errors import FormError, shown_again
from service.web.frame.blueprints import pages
from service.web.frame.identity import player_or_visitor, viewer
from service.web.offers import DAYS, USUAL_DAYS

OWN = "own"
"""Value of the field in which the page's script announces a contribution to the dice."""
FEWEST = 2
"""Minimum number of seats of a game against others."""


@pages.app_template_global()
def soonest_learnt() -> list[Ruleset]:
    """Return the offered games, competitive ones first, shortest rules first."""
    return sorted(rulesets().values(), key=lambda ruleset: (ruleset.cooperative, len(ruleset.guide)))


@pages.post("/play/computer")
def play_computer() -> ResponseReturnValue:
    """Start a game against the computer with default terms."""
    return _begin(SeatWish(ai=request.form.get("level", MIN_LEVEL, type=int)))


@pages.post("/play/friend")
def play_friend() -> ResponseReturnValue:
    """Create a private game with an open seat; its page has the link for a friend."""
    return _begin(SeatWish(open=True))


@pages.post("/play/beside")
def play_beside() -> ResponseReturnValue:
    """Start a game of two at this device, who pass it on after each move."""
    return _begin(SeatWish(beside=gettext("Player %(number)d", number=FEWEST)))


@pages.get("/play/bot")
def bot_now(form_error: FormError | None = None) -> str:
    """Choose the game to play with a bot."""
    return render_template("bot_now.html", form=request.form, form_error=form_error, days=DAYS, usual=USUAL_DAYS)


@pages.post("/play/bot")
@shown_again(bot_now)
def play_bot() -> ResponseReturnValue:
    """Start a game with a free bot; its page shows whether it started, or which bot is asked."""
    game_id = whole(lambda: challenge_bot(player_or_visitor(), _wish(request.form), now()).game_id)
    return redirect(url_for("web.show_game", game_id=game_id), 303)


@pages.app_template_global()
def bot_search_for(game: Game) -> Challenge | None:
    """Return the viewer's search for a bot, for a game that waits or was cancelled; None if there is none."""
    account = viewer()
    if account is None or account.id != game.creator_id or game.status in (GameStatus.ACTIVE, GameStatus.FINISHED):
        return None
    return challenge_for(game, account)


@pages.app_template_global()
def is_bot_there() -> bool:
    """Check whether any bot may be free now."""
    return is_somebody_there(now())


def _begin(other: SeatWish) -> ResponseReturnValue:
    """Create a game of the viewer with the fewest possible others, and redirect to it.

    A browser with scripts adds its contribution to the dice once the page has shown the commitment.
    """
    ruleset, contributes = ruleset_named(request.form.get("ruleset", "")), request.form.get("dice") == OWN
    others = max(FEWEST, min(ruleset.players)) - 1
    wish = NewGame(ruleset.id, [SeatWish(me=True, contributes=contributes), *[other] * others])
    game = whole(lambda: create_game(player_or_visitor(), wish, now()))
    part = "begin" if game.status == GameStatus.INVITING and contributes else None
    return redirect(url_for("web.show_game", game_id=game.id, _anchor=part), 303)


def _wish(form: MultiDict[str, str]) -> NewChallenge:
    days = form.get("days", USUAL_DAYS, type=int)
    days = days if days in DAYS else USUAL_DAYS
    return NewChallenge(
        ruleset=form.get("ruleset") or None,
        least_days=days,
        most_days=days,
        visibility=form.get("visibility", Visibility.PRIVATE, type=Visibility),
    )
