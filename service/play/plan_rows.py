"""Rows of plans: which of them are due, put off, over or dropped; all of it while their game is locked."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from service.core.db import session
from service.models import Game, GameSeat, SeatPlan, WorkState
from service.play.turn_clocks import grace_of
from service.work import leases, queues, wake
from service.work.leases import claim

PLAYING_LEASE = timedelta(minutes=2)
LONGEST_WAIT = 60
"""Seconds after which a plan that waits has played."""


def await_turns(game: Game, now: datetime) -> None:
    """See to the plans of a game in which a turn has begun: one is due, or over because its player has moved.

    In the transaction that has locked the game. Where there are no plans, nothing is read.
    """
    for seat in [seat for seat in game.seats if seat.planned_at is not None]:
        plan = locked_plan(game, seat)
        if plan is None or not seat.is_played_by_a_person or seat.left_by is not None:
            drop_row(seat)
        elif seat.number == game.to_move:
            delay = timedelta(seconds=secrets.randbelow(LONGEST_WAIT) if plan.waits else 0)
            delay = max(delay, grace_of(game))
            plan.state, plan.due_at, plan.attempts, plan.leased_until = WorkState.QUEUED, now + delay, 0, None
            plan.fence += 1
            wake.wake(queues.PLANS)
        elif plan.state == WorkState.QUEUED:
            end_plan(seat, plan, None)


def call_off(game: Game) -> None:
    """Let the plan for the turn under way wait for the next one: the move before is taken back."""
    for seat in game.seats:
        plan = locked_plan(game, seat) if seat.planned_at is not None else None
        if plan is not None and plan.state == WorkState.QUEUED:
            plan.state, plan.leased_until = WorkState.DONE, None
            plan.fence += 1


def drop_plans(game: Game) -> None:
    """Forget the plans of a game that is over, in the transaction that has locked it."""
    for seat in game.seats:
        if seat.planned_at is not None:
            drop_row(seat)


def claim_plans(now: datetime, limit: int = 1) -> Sequence[SeatPlan]:
    """Plans whose turn has come, claimed to be played."""
    return claim(SeatPlan, now, PLAYING_LEASE, limit)


def put_off(plan: SeatPlan, now: datetime) -> None:
    """Look at a claimed plan again later."""
    leases.put_off(plan, now)


def locked_plan(game: Game, seat: GameSeat) -> SeatPlan | None:
    """The plan of a seat, locked."""
    return session().get(SeatPlan, (game.id, seat.number), populate_existing=True, with_for_update=True)


def end_plan(seat: GameSeat, plan: SeatPlan, ended: dict[str, str] | None) -> None:
    """No plan any more, but the wish that only moves are played; and why, for whoever looks."""
    if not plan.plays_only_moves and ended is None:
        drop_row(seat)
        return
    plan.text, plan.state = "", WorkState.DONE
    plan.ended = ended or plan.ended
    if not plan.plays_only_moves:
        seat.planned_at = None


def drop_row(seat: GameSeat) -> None:
    """Keep nothing of a seat's plan."""
    plan = session().get(SeatPlan, (seat.game_id, seat.number))
    seat.planned_at = None
    if plan is not None:
        session().delete(plan)
