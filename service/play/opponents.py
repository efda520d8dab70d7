"""Turns of the computer: queued rows, claimed by a worker and played through `play_move`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules import Seat
from service.db.engines import session
from service.jobs import leases
from service.jobs.fairness import claim_in_turn
from service.jobs.leases import settle
from service.models import Game, GameStatus, OpponentTurn, WorkState
from service.play.judging import PositionToJudge, position_to_judge
from service.play.seating import seat_of

THINKING_LEASE = timedelta(minutes=2)


@dataclass(frozen=True)
class Task:
    """A turn for the computer to decide."""

    version: int
    seat: Seat
    level: int
    about: PositionToJudge


def claim_turns(now: datetime, _limit: int = 1, *, quick: bool = False) -> Sequence[OpponentTurn]:
    """Claim the next turn of the computer; quick ones first, or quick ones only if `quick`."""
    return claim_in_turn(OpponentTurn, now, THINKING_LEASE, quick=quick)


def task_of(turn: OpponentTurn) -> Task | None:
    """Return the position to decide, or None if the turn is over."""
    session().rollback()
    game = session().get_one(Game, turn.game_id, populate_existing=True)
    if game.status != GameStatus.ACTIVE or game.turn != turn.version or game.to_move != turn.seat:
        return None
    level = seat_of(game, turn.seat).ai_level
    if level is None:
        return None
    return Task(game.version, turn.seat, level, position_to_judge(game))


def close(turn: OpponentTurn, *, played: bool) -> None:
    """Settle a claimed turn that was played, or that was over before."""
    settle(turn, state=WorkState.DONE if played else WorkState.SUPERSEDED, claimant=None)


def look_again(turn: OpponentTurn, now: datetime) -> None:
    """Release a claimed turn at once, because the game has changed and the turn may be over."""
    settle(turn, due_at=now)


def put_off(turn: OpponentTurn, now: datetime) -> None:
    """Retry a claimed turn later, without a limit on attempts: players wait for it."""
    leases.put_off(turn, now)
