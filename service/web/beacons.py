"""Public beacons on pages: what a game waits for, and the host's button to start without it."""

from __future__ import annotations

from flask import request
from flask.typing import ResponseReturnValue

from rules.prose import N_
from service.beacon.promises import is_awaited, may_give_up, offered, words_count
from service.beacon.words import beacon_lines
from service.db.clock import now
from service.models import Game, GameStatus
from service.play.beacons import begin_without_beacon
from service.web.frame.blueprints import pages
from service.web.frame.identity import player, viewer
from service.web.joining import to_host

OFFERED = {5: N_("in 5 minutes"), 60: N_("in an hour"), 24 * 60: N_("in a day"), 3 * 24 * 60: N_("in 3 days")}
"""Delays of a beacon round that the page offers, by minutes."""

pages.app_template_global("beacon_lines")(beacon_lines)


def minutes_wished() -> int | None:
    """Read the beacon delay in minutes from the form that was sent; None for no beacon."""
    minutes = request.form.get("beacon", type=int)
    return minutes if minutes in OFFERED else None


@pages.app_template_global()
def beacon_times() -> dict[int, str]:
    """Return the beacon delays for a new game, by minutes; empty if the operator offers no beacon."""
    return OFFERED if offered() is not None else {}


@pages.app_template_global()
def waits_for_beacon(game: Game) -> bool:
    """Check whether the game waits for its beacon alone."""
    return game.status == GameStatus.INVITING and is_awaited(game) and all(seat.is_complete for seat in game.seats)


@pages.app_template_global()
def beacon_is_late(game: Game) -> bool:
    """Check whether the viewer is the host and may start the game without the beacon."""
    account = viewer()
    is_host = account is not None and account.id == game.creator_id
    return is_host and game.status == GameStatus.INVITING and may_give_up(game, now())


@pages.app_template_global()
def word_counts(game: Game) -> bool:
    """Check whether a contribution to the dice still counts."""
    return words_count(game, now())


@pages.post("/games/<game_id>/begin-without-beacon")
def give_up_beacon(game_id: str) -> ResponseReturnValue:
    """Start the game without the beacon."""
    return to_host(begin_without_beacon(game_id, player(), now()))
