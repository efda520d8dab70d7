"""Beacon rounds: fetch published rounds for games whose dice wait for them."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from flask import current_app

from service.beacon.promises import offered
from service.beacon.reading import fetch_due, read_round
from service.db import clock
from service.play.beacons import bring
from service.security.ssrf import allowed_networks
from workers.error_barrier import survive

NAME = "sundial.beacons"
EVERY = 5.0

MOST = 100
"""Games in one run."""


def run() -> bool:
    """Add the published rounds to the games that wait for them; return whether there may be more."""
    read = partial(read_round, offered(), resolve=current_app.config["RESOLVE"], allowed=allowed_networks())
    return fetch_due(read, _bring, clock.now, MOST)


def _bring(game_id: str, signature: str, now: datetime) -> None:
    survive(partial(bring, game_id, signature, now), f"the beacon of game {game_id}")
