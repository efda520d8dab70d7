"""Conditional moves of seats: visible to their player only, and played as a move when the turn comes.

A worker plays them. The transaction of the move before only updates their rows: it makes them due, ends or deletes
them. All of this happens while their game is locked.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import rules
from rules import BadNotation
from service.db.engines import session, transaction
from service.jobs import leases, queues, wake
from service.jobs.facts import tell
from service.language.errors import Conflict, Invalid
from service.models import Account, Game, GameSeat, GameStatus, SeatPlan, WorkState
from service.play.facts import PlanPlayed, PlanStopped
from service.play.moves import TimeIsUp, play_move
from service.play.planning.branches import Plan, Step, Unforeseen, after, follow, joined, turns_left
from service.play.planning.grammar import Unwritten, read_plan, written
from service.play.planning.trial import Unplayable, tried
from service.play.planning.turns_taken import TurnTaken, only_turn, turns_taken
from service.play.positions import log_of, position_of
from service.play.seating import lock_game, playing_seat, seat_in_play, seat_of
from service.play.turn_clocks import grace_of

PLAYING_LEASE = timedelta(minutes=2)
LONGEST_WAIT = 60
"""Most seconds by which a plan that `waits` delays its move."""


@dataclass(frozen=True)
class PlanWish:
    """A player's conditional moves to store; an empty text is none."""

    text: str
    plays_only_moves: bool = False
    waits: bool = False


def set_plan(game_id: str, account: Account, wish: PlanWish, now: datetime) -> SeatPlan | None:
    """Validate a plan by the rules and store it for the account's seat, replacing any other; None if it is empty.

    Raise NotFound for a stranger to a private game, else Forbidden `not-a-player`; Conflict `not-started`, `game-over`,
    `plan-on-your-turn`, `damaged-game`; Invalid `bad-plan` or the code of `Unplayable`, with the branch in question.
    """
    with transaction():
        game, seat = seat_in_play(game_id, account)
        text = _checked(game, seat, wish.text) if wish.text.strip() else ""
        if not text and not wish.plays_only_moves:
            drop_row(seat)
            return None
        plan = locked_plan(game, seat) or SeatPlan(game_id=game.id, seat=seat.number, attempts=0, fence=0)
        plan.text, plan.begins_at, plan.ended = text, game.log_length, None
        plan.plays_only_moves, plan.waits, plan.set_at = wish.plays_only_moves, wish.waits, now
        plan.state, plan.due_at, plan.leased_until = WorkState.DONE, now, None
        plan.fence += 1
        seat.planned_at = now
        session().add(plan)
        session().flush()
        return plan


def add_to_plan(game_id: str, account: Account, text: str, now: datetime) -> SeatPlan | None:
    """Add branches to the account's plan; refused as `set_plan`, and Invalid `bad-plan` if there are none."""
    with transaction():
        game, seat = seat_in_play(game_id, account)
        kept = locked_plan(game, seat)
        whole = written(joined(branches_left(game, kept), _read(text)))
        settings = (kept.plays_only_moves, kept.waits) if kept else ()
        return set_plan(game_id, account, PlanWish(whole, *settings), now)


def drop_plan(game_id: str, account: Account) -> None:
    """Delete the account's plan; refused as `set_plan` is. Idempotent."""
    with transaction():
        _, seat = seat_in_play(game_id, account)
        drop_row(seat)


def plan_of(game: Game, account: Account) -> SeatPlan | None:
    """Return the plan of the account's seat, or why the last one ended; Forbidden `not-a-player`."""
    return session().get(SeatPlan, (game.id, playing_seat(game, account)), populate_existing=True)


def branches_left(game: Game, plan: SeatPlan | None) -> Plan:
    """Return the branches of a plan that fit what the others have played since it was set."""
    turns = _turns_since(game, plan) if plan and plan.text else None
    return () if plan is None or turns is None else after(read_plan(plan.text), turns)


def claim_plans(now: datetime, limit: int = 1) -> Sequence[SeatPlan]:
    """Claim plans whose turn has come."""
    return leases.claim(SeatPlan, now, PLAYING_LEASE, limit)


def put_off(plan: SeatPlan, now: datetime) -> None:
    """Retry a claimed plan later."""
    leases.put_off(plan, now)


def play_plan(claimed: SeatPlan, now: datetime) -> None:
    """Play a claimed plan's move and store the rest of the plan in one transaction; or end it, and notify its player.

    Do nothing if the plan was changed, or its turn has ended, since it was claimed.
    """
    with transaction():
        game = lock_game(claimed.game_id)
        seat = seat_of(game, claimed.seat)
        plan = locked_plan(game, seat)
        if plan is None or plan.fence != claimed.fence or plan.state != WorkState.QUEUED:
            return
        plan.state, plan.leased_until = WorkState.DONE, None
        if game.status == GameStatus.ACTIVE and game.to_move == seat.number and seat.is_played_by_a_person:
            _play(game, seat, plan, now)


def await_turns(game: Game, now: datetime) -> None:
    """Update the plans of a game in which a turn has begun: make the player's plan due, end those no longer needed.

    Call it in the transaction that has locked the game. Without plans, nothing is read.
    """
    for seat in [seat for seat in game.seats if seat.planned_at is not None]:
        plan = locked_plan(game, seat)
        if plan is None or not seat.is_played_by_a_person or seat.left_by is not None:
            drop_row(seat)
        elif seat.number == game.to_move:
            delay = max(timedelta(seconds=secrets.randbelow(LONGEST_WAIT) if plan.waits else 0), grace_of(game))
            plan.state, plan.due_at, plan.first_due_at = WorkState.QUEUED, now + delay, None
            plan.attempts, plan.leased_until, plan.fence = 0, None, plan.fence + 1
            wake.wake(queues.PLANS)
        elif plan.state == WorkState.QUEUED:
            _end(seat, plan, None)


def call_off(game: Game) -> None:
    """Return a plan that is due to the next turn, because the move before was undone."""
    for seat in game.seats:
        plan = locked_plan(game, seat) if seat.planned_at is not None else None
        if plan is not None and plan.state == WorkState.QUEUED:
            plan.state, plan.leased_until = WorkState.DONE, None
            plan.fence += 1


def drop_plans(game: Game) -> None:
    """Delete the plans of a finished game, in the transaction that has locked it."""
    for seat in game.seats:
        if seat.planned_at is not None:
            drop_row(seat)


def _play(game: Game, seat: GameSeat, plan: SeatPlan, now: datetime) -> None:
    found = _next_step(game, plan)
    if isinstance(found, Unforeseen):
        ended = {"why": found.why, "played": found.played} if plan.text else None
        _end(seat, plan, ended)
        tell(PlanStopped(game, seat, ended, now))
        return
    plan.text = written(found.left)
    session().flush()  # the next turn reads the plan again
    result = play_move(game, seat=seat.number, version=game.version, move=found.move, now=now)
    if isinstance(result, TimeIsUp) or game.status != GameStatus.ACTIVE:
        return
    plan.begins_at = seat.planned_move_at = game.log_length
    if not plan.text and not plan.plays_only_moves:
        drop_row(seat)
    tell(PlanPlayed(game, seat, found.move, turns_left(found.left), now))


def _next_step(game: Game, plan: SeatPlan) -> Step | Unforeseen:
    position, turns = position_of(game), _turns_since(game, plan)
    if turns is None:
        return Unforeseen("taken-back", "")
    found = follow(read_plan(plan.text), turns, position) if plan.text else Unforeseen("unforeseen", "")
    only = only_turn(position) if plan.plays_only_moves and isinstance(found, Unforeseen) else None
    return found if only is None else Step(only, ())


def _turns_since(game: Game, plan: SeatPlan) -> list[TurnTaken] | None:
    """Return the turns taken since a plan begins; None if a move before that was undone."""
    log = [entry.action for entry in log_of(game)]
    offs = [first for entry in log[plan.begins_at :] if (first := rules.taken_back(entry)) is not None]
    if any(first < plan.begins_at for first in offs):
        return None
    actions = [log[number] for number in rules.standing(log) if number >= plan.begins_at]
    return turns_taken(position_of(game, plan.begins_at), actions)


def _read(text: str) -> Plan:
    try:
        return read_plan(text)
    except Unwritten as error:
        raise Invalid("bad-plan", expected=error.expected, near=error.near) from None


def _checked(game: Game, seat: GameSeat, text: str) -> str:
    """Validate the text of a plan and return it as stored."""
    if game.to_move == seat.number:
        raise Conflict("plan-on-your-turn")
    plan = _read(text)
    try:
        return written(tried(plan, position_of(game), seat.number))
    except Unplayable as error:
        raise _refused(game, error) from None


def _refused(game: Game, error: Unplayable) -> Invalid:
    if error.cause is None:
        return Invalid(error.code, branch=error.branch)
    refused = Invalid(
        error.code,
        branch=error.branch,
        move=error.move,
        reason=error.cause.code,
        action=error.cause.text if isinstance(error.cause, BadNotation) else str(error.cause.action),
    )
    refused.sentence = rules.explain(rules.game(game.ruleset), error.cause)
    return refused


def locked_plan(game: Game, seat: GameSeat) -> SeatPlan | None:
    """Load the plan of a seat with a row lock."""
    return session().get(SeatPlan, (game.id, seat.number), populate_existing=True, with_for_update=True)


def _end(seat: GameSeat, plan: SeatPlan, ended: dict[str, str] | None) -> None:
    """End a plan and store the reason, but keep the setting to play forced moves."""
    if not plan.plays_only_moves and ended is None:
        drop_row(seat)
        return
    plan.text, plan.state = "", WorkState.DONE
    plan.ended = ended or plan.ended
    if not plan.plays_only_moves:
        seat.planned_at = None


def drop_row(seat: GameSeat) -> None:
    """Delete the plan of a seat."""
    plan = session().get(SeatPlan, (seat.game_id, seat.number))
    seat.planned_at = None
    if plan is not None:
        session().delete(plan)
