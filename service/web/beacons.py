"""A public beacon on pages: what a game waits for, and the button of a host whose table waits no more."""

from __future__ import annotations

from flask import request
from flask.typing import ResponseReturnValue

from rules.prose import N_
from service.beacon.promises import is_awaited, may_give_up, offered, words_count
from service.beacon.words import beacon_lines
from service.core.clock import now
from service.models import Game, GameStatus
from service.play.beacons import begin_without_beacon
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, viewer
from service.web.joining import to_host

OFFERED = {5: N_("in 5 minutes"), 60: N_("in an hour"), 24 * 60: N_("in a day"), 3 * 24 * 60: N_("in 3 days")}
"""After how many minutes a round can be wished on the page."""

pages.app_template_global("beacon_lines")(beacon_lines)


def minutes_wished() -> int | None:
    """What the form says that was sent; None for no beacon."""
    minutes = request.form.get("beacon", type=int)
    return minutes if minutes in OFFERED else None


@pages.app_template_global()
def beacon_times() -> dict[int, str]:
    """When the round of a new game can come, by minutes; empty where the operator offers no beacon."""
    return OFFERED if offered() is not None else {}


@pages.app_template_global()
def waits_for_beacon(game: Game) -> bool:
    """Whether nothing else is missing."""
    return game.status == GameStatus.INVITING and is_awaited(game) and all(seat.is_complete for seat in game.seats)


@pages.app_template_global()
def beacon_is_late(game: Game) -> bool:
    """Whether whoever looks may let the game begin without it."""
    account = viewer()
    is_host = account is not None and account.id == game.creator_id
    return is_host and game.status == GameStatus.INVITING and may_give_up(game, now())


@pages.app_template_global()
def word_counts(game: Game) -> bool:
    """Whether a word for the dice that is added now counts."""
    return words_count(game, now())


@pages.post("/games/<game_id>/begin-without-beacon")
def give_up_beacon(game_id: str) -> ResponseReturnValue:
    """Let the game wait no more for the beacon."""
    return to_host(begin_without_beacon(game_id, player(), now()))
