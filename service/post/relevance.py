"""Whether what a notice tells is still so, and wanted: what is over is not told any more."""

from __future__ import annotations

from sqlalchemy import select

from service.core.db import session
from service.models import Account, Envelope, Game, GameSeat, GameStatus, Notice, SeatState, SignIn, WorkState
from service.people.blocks import is_blocked
from service.post.notices import MORE_TIME, RESTORED, SIGN_IN, gathered_in, wanted_at
from service.post.timing import GATHERED, INVITATION, TURN_KINDS

PASSING = (*TURN_KINDS, MORE_TIME, RESTORED, INVITATION)
"""The kinds that tell of something that may be over before they are due."""


def is_still_true(notice: Notice) -> bool:
    """Whether what the notice tells is still so, and wanted: a turn that is over is not announced."""
    if notice.kind in GATHERED:
        return any(is_still_true(told) for told in gathered_in(notice))
    if notice.kind == SIGN_IN:
        return _is_still_open(notice)
    if notice.game_id is None:
        return True
    game = session().get_one(Game, notice.game_id, populate_existing=True)
    return _is_so(notice, game) and not _is_unwanted(notice, game)


def tells_nothing_true(envelope: Envelope) -> bool:
    """Whether all that the envelope tells is over."""
    told = select(Notice).where(Notice.envelope_id == envelope.id, Notice.kind.not_in(GATHERED))
    notices = session().scalars(told).all()
    return bool(notices) and not any(map(is_still_true, notices))


def end_notices(game: Game) -> None:
    """Supersede what waits to tell of a turn or an invitation of the game that is over, in the transaction under way.

    What somebody is about to date anew is left to them, who may wait for the game: it is superseded when it is due.
    """
    waiting = select(Notice).where(
        Notice.game_id == game.id, Notice.state == WorkState.QUEUED, Notice.kind.in_(PASSING)
    )
    free = waiting.with_for_update(skip_locked=True).execution_options(populate_existing=True)
    for notice in session().scalars(free):
        if _is_over(notice, game):
            notice.state, notice.encrypted = WorkState.SUPERSEDED, b""


def _is_still_open(notice: Notice) -> bool:
    """Whether the sign-in that a notice brings is still there and was not used; unknown once it has left the notice."""
    salt = notice.data.get("salt")
    if salt is None:
        return True
    unused = select(SignIn.id).where(SignIn.salt == salt, SignIn.used_at.is_(None))
    return session().scalar(unused) is not None


def _is_unwanted(notice: Notice, game: Game) -> bool:
    if notice.account_id is None:
        return False
    account = session().get_one(Account, notice.account_id, populate_existing=True)
    if notice.kind == INVITATION and is_blocked(account.id, session().get_one(Account, game.creator_id)):
        return True
    return notice.kind in account.muted or wanted_at(notice.kind, account, notice.created_at, game) is None


def _is_so(notice: Notice, game: Game) -> bool:
    return not _is_over(notice, game) and not (notice.kind == "reminder" and _was_just_told(notice))


def _is_over(notice: Notice, game: Game) -> bool:
    """Whether the turn or the invitation that a notice tells of is over, and will never be again."""
    if notice.kind in TURN_KINDS:
        return game.status != GameStatus.ACTIVE or game.turn != notice.version
    if notice.kind in (MORE_TIME, RESTORED):
        return game.status != GameStatus.ACTIVE or game.turn > (notice.version or 0)
    if notice.kind == INVITATION:
        return game.status != GameStatus.INVITING or not _is_invited(game, notice.account_id)
    return False


def _was_just_told(reminder: Notice) -> bool:
    """Whether the mail about the turn comes no earlier than the reminder of it."""
    turn = select(Notice).where(
        Notice.kind == "your-turn",
        Notice.account_id == reminder.account_id,
        Notice.game_id == reminder.game_id,
        Notice.version == reminder.version,
        Notice.due_at >= reminder.due_at,
        Notice.state.in_([WorkState.QUEUED, WorkState.GATHERED, WorkState.DONE]),
    )
    return session().scalar(turn) is not None


def _is_invited(game: Game, account_id: int | None) -> bool:
    return any(_waits_for(seat, account_id) for seat in game.seats)


def _waits_for(seat: GameSeat, account_id: int | None) -> bool:
    return seat.state == SeatState.INVITED and seat.account_id == account_id
