"""What a table was promised of a public beacon: the round that its dice wait for, fixed with their commitment."""

from __future__ import annotations

from datetime import datetime, timedelta

from service.core.beacon.chain import KeptPromise, Promise
from service.core.db import session
from service.core.errors import Conflict
from service.core.settings import settings
from service.models import BeaconWait, Game, WorkState

SHORTEST, LONGEST = 1, 14 * 24 * 60
"""Minutes from the commitment to the round. What is nearer might be out already, by a clock that is slow."""
CLOSED_BEFORE = timedelta(seconds=30)
"""Words count until so long before the round, lest one comes after it by a clock that is slow."""
PUBLISHED_AFTER = timedelta(seconds=2)
"""So long after its time a round is asked for; a beacon takes a moment to sign it."""


def promise_of(game: Game) -> Promise | None:
    """What the table was promised; None if no beacon has a part in its dice."""
    return None if game.beacon is None else Promise.read(game.beacon)


def promised(minutes: int, now: datetime) -> KeptPromise:
    """The promise of a new table, as its row has it; Conflict `no-beacon` if the operator has set none."""
    source = settings().beacon
    if source is None:
        raise Conflict("no-beacon")
    return Promise.made(source.chain, minutes, now).kept


def wait_for_beacon(game: Game) -> None:
    """Have the round of a new game, whose row is there, fetched in its time; nothing where it waits for none."""
    promise = promise_of(game)
    if promise is not None:
        wait = BeaconWait(game_id=game.id, due_at=promise.at + PUBLISHED_AFTER, trouble=None)
        wait.state, wait.fence, wait.attempts = WorkState.QUEUED, 0, 0
        session().write([wait])


def brought_to(game: Game) -> list[str]:
    """What the beacon adds to the dice, if it does."""
    promise = promise_of(game)
    return [promise.randomness] if promise is not None and promise.randomness is not None else []


def is_awaited(game: Game) -> bool:
    """Whether the dice still wait for the beacon."""
    promise = promise_of(game)
    return promise is not None and promise.is_open


def words_count(game: Game, now: datetime) -> bool:
    """Whether what somebody adds to the dice counts: nobody may choose it who knows what the beacon has brought."""
    promise = promise_of(game)
    return promise is None or promise.given_up_at is not None or now < promise.at - CLOSED_BEFORE
