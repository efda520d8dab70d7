"""The email that invites the reader to a game."""

from __future__ import annotations

from rules.prose import N_
from service.accounts.blocks import is_blocked
from service.db.engines import session
from service.models import Account, Game, GameStatus, Notice, SeatState
from service.notifications.kinds import Kind, Timing


def is_open(notice: Notice, game: Game) -> bool:
    """Check whether the invitation still awaits an answer."""
    invited = [seat.account_id for seat in game.seats if seat.state == SeatState.INVITED]
    return game.status == GameStatus.INVITING and notice.account_id in invited


def is_taken(notice: Notice) -> bool:
    """Check whether the reader accepts invitations from the host."""
    host = session().get_one(Account, session().get_one(Game, notice.game_id).creator_id)
    return notice.account_id is None or not is_blocked(notice.account_id, host)


KIND = Kind(
    "invitation",
    Timing.AFTER_QUIET,
    place=60,
    gathered_in="invitations",
    true_while=is_open,
    worth_telling=is_taken,
    label=N_("someone invites me"),
    mails=N_("invitations"),
)
