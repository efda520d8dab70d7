"""Who sits where, as far as others may know: an address must not tell whose account it is before its owner says yes."""

from __future__ import annotations

from rules import Seat
from service.core.keys import new_nonce
from service.models import Account, Game, GameSeat, SeatState


def is_host(game: Game, viewer: Account | None) -> bool:
    """Whether the viewer has set the game up."""
    return viewer is not None and viewer.id == game.creator_id


def invite(seat: GameSeat, account: Account, written: str) -> None:
    """Offer the seat to an account. `written` is what the host calls it; a link that was sent before is over."""
    seat.account, seat.account_id, seat.state = account, account.id, SeatState.INVITED
    seat.invited_as, seat.invitation_nonce, seat.with_whom = written, new_nonce(), None


def account_shown(seat: GameSeat, your_seat: Seat | None = None, *, to_host: bool = False) -> Account | None:
    """The account that has the seat, if you may know.

    Who is only invited is shown to themselves, to the host if it was by that name that they were invited, and to nobody
    else.
    """
    if seat.state != SeatState.INVITED or seat.number == your_seat:
        return seat.account
    return seat.account if to_host and was_named(seat) else None


def invited_as(seat: GameSeat, *, to_host: bool) -> str | None:
    """What the host wrote to invite somebody who has not answered, for the host alone."""
    return seat.invited_as if to_host and seat.state == SeatState.INVITED else None


def was_named(seat: GameSeat) -> bool:
    """Whether somebody was invited by the name of their account, and not by an address."""
    return seat.invited_as is not None and "@" not in seat.invited_as
