"""Rounds of a public beacon that games wait for: fetched by workers, checked, and mixed into the dice; or given up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from service.core.beacon.chain import Promise
from service.core.db import session, transaction
from service.core.errors import Conflict
from service.models import Account, BeaconWait, Game, GameStatus, WorkState
from service.play.chance.promises import promise_of
from service.play.open_seats import check_inviting, hosted_game
from service.play.seating import Precondition, lock_game, unconditional
from service.play.turns import begin_if_complete
from service.work.leases import claim, settle

LEASE = timedelta(minutes=1)
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=1)
"""Between two attempts to fetch a round: somebody may be waiting at the table."""
PATIENCE = timedelta(hours=6)
"""So long after its round was due, the host of a table may begin without it."""


class Trouble(StrEnum):
    """Why a round could not be had."""

    NOT_SET = "not-set"
    """The operator names no beacon any more."""
    ADDRESS = "address"
    CONNECTION = "connection"
    TIMEOUT = "timeout"
    STATUS = "status"
    """An answer that is no success: the round may not be out yet."""
    NONSENSE = "nonsense"
    """An answer that says nothing of that round."""
    FORGED = "forged"
    """It is not what the chain has signed."""


def claim_waits(now: datetime, limit: int) -> Sequence[BeaconWait]:
    """Games whose round is due and that nobody else fetches it for."""
    return claim(BeaconWait, now, LEASE, limit)


def awaited_by(row: BeaconWait) -> Promise | None:
    """What the game of a claimed row waits for; None once it waits no more, and the row is settled."""
    session().rollback()
    game = session().get_one(Game, row.game_id, populate_existing=True)
    promise = promise_of(game)
    session().rollback()
    if game.status == GameStatus.INVITING and promise is not None and promise.is_open:
        return promise
    settle(row, state=WorkState.SUPERSEDED)
    return None


def bring(row: BeaconWait, signature: str, now: datetime) -> bool:
    """Mix what a round has brought, which was checked, into the dice of the game, and begin it if nothing is missing.

    False if somebody else has done so, or the game waits no more.
    """
    with transaction():
        game = lock_game(row.game_id)
        promise = promise_of(game)
        if game.status != GameStatus.INVITING or promise is None or not promise.is_open:
            settle(row, state=WorkState.SUPERSEDED)
            return False
        if not settle(row, state=WorkState.DONE, trouble=None):
            return False
        game.beacon = promise.fulfilled(signature).kept
        game.version += 1
        begin_if_complete(game, now)
        return True


def put_off(row: BeaconWait, trouble: Trouble | None, now: datetime) -> None:
    """Try a claimed row again soon, and say why it had to be."""
    pause = min(FIRST_PAUSE * 2 ** min(row.attempts, 10), LONGEST_PAUSE)
    settle(row, due_at=now + pause, trouble=trouble)


def may_give_up(game: Game, now: datetime) -> bool:
    """Whether the beacon is so late that the host may begin without it."""
    promise = promise_of(game)
    return promise is not None and promise.is_open and now >= promise.at + PATIENCE


def begin_without_beacon(
    game_id: str, host: Account, now: datetime, precondition: Precondition = unconditional
) -> Game:
    """Let a table wait no more for a beacon that is away; its record says so for ever. Doing it twice is doing it once.

    Refused as `hosted_game`; Conflict `game-started`, `game-over`, `no-beacon` where none is awaited, `beacon-awaited`
    with `not_before` as long as it may still come.
    """
    with transaction():
        hosted_game(game_id, host)
        game = lock_game(game_id)
        promise = promise_of(game)
        if promise is not None and promise.given_up_at is not None:
            return game
        precondition(game)
        check_inviting(game)
        if promise is None or not promise.is_open:
            raise Conflict("no-beacon")
        if not may_give_up(game, now):
            raise Conflict("beacon-awaited", not_before=(promise.at + PATIENCE).isoformat())
        game.beacon = promise.given_up(now).kept
        game.version += 1
        begin_if_complete(game, now)
        return game
