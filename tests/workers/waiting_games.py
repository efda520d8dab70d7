"""Games of tests that wait for a beacon."""

from __future__ import annotations

from typing import Any

from flask import Flask

from service.beacon.source import BeaconSource
from service.db.engines import session
from service.models import Game
from service.play.games import NewGame, SeatWish, create_game
from service.play.positions import log_of
from service.play.records import record_json
from service.verification.beacon_proof import promised
from service.verification.verify import Verdict, check
from tests.service.conftest import FakeClock
from tests.service.tables import person

MINUTES = 5


def offer(app: Flask, source: BeaconSource | None) -> None:
    app.config["BEACON"] = source


def anns(clock: FakeClock, *others: SeatWish, **more: Any) -> Game:
    """Create a game of Ann's that waits for the beacon, against the computer by default."""
    seats = [SeatWish(me=True), *(others or [SeatWish(ai=1)])]
    return create_game(person("ann"), NewGame("seasons", seats, beacon_minutes=MINUTES, **more), clock())


def anew(game: Game) -> Game:
    """Load the game again."""
    session().rollback()
    return session().get_one(Game, game.id, populate_existing=True)


def status(game: Game) -> str:
    return anew(game).status


def wrong(game: Game) -> list[str]:
    """Return the failed checks of a finished game's record."""
    record = record_json(anew(game), log_of(game))
    found = [*check(record), *promised(record)]
    return [each.text for each in found if each.verdict == Verdict.WRONG]
