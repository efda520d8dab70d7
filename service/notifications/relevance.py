"""Decide whether a notice is still true and wanted; outdated ones are not sent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sqlalchemy import ColumnElement, Update, bindparam, literal, or_, select, update

from service.db.engines import session
from service.models import Account, Game, Notice, PushDelivery, PushDevice, WorkState
from service.notifications.kinds import gatherings, kind_named, kinds
from service.notifications.notices import gathered_in, wanted_at
from service.play.seating import game_anew
from service.play.turn_clocks import turn_began


def passing() -> list[str]:
    """List the kinds whose news may be over before they are due."""
    return [kind.name for kind in kinds().values() if kind.true_while is not None]


def is_still_true(notice: Notice) -> bool:
    """Check whether a notice is still true and wanted: a turn that is over is not announced."""
    if notice.kind in gatherings():
        return any(is_still_true(told) for told in gathered_in(notice))
    if notice.game_id is not None:
        game = game_anew(notice.game_id)
        if _is_over(notice, game) or _is_unwanted(notice, game) or _was_pushed_and_seen(notice, game):
            return False
    worth_telling = kind_named(notice.kind).worth_telling
    return worth_telling is None or worth_telling(notice)


def tells_nothing_true(notices: Sequence[Notice]) -> bool:
    """Check whether all notices of an envelope are outdated."""
    told = [notice for notice in notices if notice.kind not in gatherings()]
    return bool(told) and not any(map(is_still_true, told))


def end_notices(game: Game) -> None:
    """Supersede the waiting notices of the game's past turns and invitations, in the current transaction.

    Locked ones are left to the process that redates them, which may wait for the game; they are superseded when due.
    """
    free = (
        select(Notice)
        .where(Notice.game_id == game.id, *_waits())
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    for notice in session().scalars(free):
        if _is_over(notice, game):
            notice.state, notice.encrypted = WorkState.SUPERSEDED, b""


def end_turn(game: Game) -> None:
    """Supersede the waiting notices from before a new turn, in one statement."""
    session().also(_ending_turn(), {"of_game": game.id, "begun": game.turn})


@cache
def _ending_turn() -> Update:
    before = or_(Notice.version.is_(None), Notice.version < bindparam("begun"))
    over = select(Notice.id).where(Notice.game_id == bindparam("of_game"), *_waits(), before)
    over = over.with_for_update(skip_locked=True)
    return update(Notice).where(Notice.id.in_(over)).values(state=WorkState.SUPERSEDED, encrypted=b"")


def _waits() -> tuple[ColumnElement[bool], ...]:
    return Notice.state == WorkState.QUEUED, Notice.kind.in_([literal(kind) for kind in passing()])


def _is_over(notice: Notice, game: Game) -> bool:
    """Check whether the news of a notice is over for good."""
    true_while = kind_named(notice.kind).true_while
    return true_while is not None and not true_while(notice, game)


def _is_unwanted(notice: Notice, game: Game) -> bool:
    if notice.account_id is None:
        return False
    seated = [seat.account for seat in game.seats if seat.account is not None and seat.account_id == notice.account_id]
    account = seated[0] if seated else session().get_one(Account, notice.account_id, populate_existing=True)
    return notice.kind in account.muted or wanted_at(notice.kind, account, notice.created_at, game) is None


def _was_pushed_and_seen(notice: Notice, game: Game) -> bool:
    """Check whether the start of a turn was sent to a device, and its player has been at the game since.

    A notification alone stops no email: nobody may have looked at that device.
    """
    if notice.kind != "your-turn":
        return False
    began = turn_began(game)
    own = [seat for seat in game.seats if seat.account_id == notice.account_id]
    seen = [at for seat in own for at in (seat.here_at, seat.looked_at) if at is not None]
    if began is None or not seen or max(seen) <= began:
        return False
    pushed = select(PushDelivery.id).join(PushDevice, PushDevice.id == PushDelivery.device_id)
    of_turn = PushDelivery.game_id == game.id, PushDelivery.turn == game.turn, PushDelivery.state == WorkState.DONE
    return session().scalar(pushed.where(*of_turn, PushDevice.account_id == notice.account_id).limit(1)) is not None
