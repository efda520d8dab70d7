"""Rounds of the public beacon: fetched once they are out, for games whose dice wait for them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from flask import current_app

from service.core import clock
from service.core.beacon.chain import Promise
from service.core.destinations import allowed_networks
from service.core.settings import settings
from service.models import BeaconWait
from service.play.beacons import Trouble, awaited_by, bring, claim_waits, put_off
from service.work import queues
from workers.beacon_reader import BeaconReader, RoundMissing
from workers.draining import drain

NAME = queues.BEACONS
EVERY = 5.0

MOST = 100
"""Games in one run."""


def run() -> bool:
    """Bring each game whose round is out what it waits for; there may be more. A beacon that is away ends the run."""
    source = settings().beacon
    reader = BeaconReader(source, current_app.config["RESOLVE"], allowed_networks()) if source else None
    return fetch(reader, MOST)


def fetch(reader: BeaconReader | None, most: int) -> bool:
    """The same, by that reader, for so many games; says whether there may be more."""
    missed: list[Trouble] = []

    def claim(now: datetime, limit: int) -> Sequence[BeaconWait]:
        return () if missed else claim_waits(now, limit)

    def do(row: BeaconWait) -> None:
        promise = awaited_by(row)
        if promise is None:
            return
        found = _read(reader, promise)
        if isinstance(found, Trouble):
            missed.append(found)
            put_off(row, found, clock.now())
        else:
            bring(row, found, clock.now())

    what = "the beacon of game {.game_id}".format
    done = drain(claim, do, lambda row: put_off(row, None, clock.now()), now=clock.now, most=most, what=what)
    return done == most


def _read(reader: BeaconReader | None, promise: Promise) -> str | Trouble:
    """The signature of the round that was promised, or why there is none."""
    if reader is None:
        return Trouble.NOT_SET
    try:
        return reader.signature(promise)
    except RoundMissing as missing:
        return missing.trouble
