"""Invitations that wait: whom the host has invited, bringing it to their mind, and taking one back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from service.core.db import transaction
from service.core.errors import Conflict, NotFound, TooMany
from service.core.key_ring import key_ring, new_salt
from service.core.keys import new_nonce
from service.models import Account, Game, GameSeat, GameStatus, SeatState, Visibility
from service.play.facts import GuestReminded, InvitationWithdrawn
from service.play.invitees import was_named
from service.play.open_seats import check_inviting, hosted_game, open_seat
from service.play.seating import by_place, lock_game
from service.work import events
from service.work.facts import tell

A_DAY = timedelta(days=1)
MOST_REMINDERS = 3
"""For one invitation: who has not answered by then does not want to."""


@dataclass(frozen=True)
class OpenInvitation:
    """Somebody who was invited and has not answered, as the host knows them."""

    place: int
    invited_as: str
    reminded_at: datetime | None
    reminders_left: int
    can_remind_from: datetime | None
    """None where there is no reminding them any more."""


def invitations_to(game_id: str, host: Account) -> Sequence[OpenInvitation]:
    """Those of a game that wait, in the order of invitation; refused as `hosted_game`."""
    return open_invitations(hosted_game(game_id, host))


def open_invitations(game: Game) -> Sequence[OpenInvitation]:
    """Those of a game that wait, for its host alone."""
    is_open = game.status == GameStatus.INVITING
    return [_told(game, seat) for seat in by_place(game) if is_open and seat.state == SeatState.INVITED]


def remind(game_id: str, place: int, host: Account, now: datetime) -> OpenInvitation:
    """Mail the invitation once more, a day after the last time at the earliest.

    Refused as `hosted_game`; NotFound without such a place; Conflict `game-started`, `game-over`, `not-invited` for who
    has answered, `no-more-reminders`; TooMany `reminded-lately`.
    """
    with transaction():
        game, seat = _locked(game_id, place, host)
        if seat.state != SeatState.INVITED or seat.account is None:
            raise Conflict("not-invited")
        told = _told(game, seat)
        if told.can_remind_from is None:
            raise Conflict("no-more-reminders")
        if told.can_remind_from > now:
            raise TooMany("reminded-lately", retry_after=ceil((told.can_remind_from - now).total_seconds()))
        seat.reminded_at, seat.reminders = now, (seat.reminders or 0) + 1
        game.version += 1
        tell(GuestReminded(game, seat, not was_named(seat), now))
        return _told(game, seat)


def withdraw(game_id: str, place: int, host: Account, now: datetime) -> Game:
    """Take an invitation back; the seat is free for whoever joins, and its link is over. Twice is once.

    Refused as `remind`, but for what is about reminders.
    """
    with transaction():
        game, seat = _locked(game_id, place, host)
        if seat.state == SeatState.OPEN:
            return game
        if seat.state != SeatState.INVITED:
            raise Conflict("not-invited")
        if game.visibility == Visibility.PRIVATE and open_seat(game) is None:
            game.join_salt = new_salt(key_ring())
        seat.withdrawn_id = seat.account_id
        seat.account, seat.account_id, seat.invited_as = None, None, None
        seat.state, seat.for_anybody, seat.invitation_nonce = SeatState.OPEN, True, new_nonce()
        seat.reminded_at = seat.reminders = seat.delivery = None
        game.version += 1
        events.record("invitation.withdrawn", game, now, place=seat.place)
        tell(InvitationWithdrawn(game, now))
        return game


def _locked(game_id: str, place: int, host: Account) -> tuple[Game, GameSeat]:
    hosted_game(game_id, host)
    game = lock_game(game_id)
    seat = next((seat for seat in game.seats if seat.place == place), None)
    if seat is None:
        raise NotFound
    check_inviting(game)
    return game, seat


def _told(game: Game, seat: GameSeat) -> OpenInvitation:
    is_mailed = seat.account is not None and seat.account.email is not None
    left = MOST_REMINDERS - (seat.reminders or 0) if is_mailed else 0
    earliest = (seat.reminded_at or game.created_at) + A_DAY
    return OpenInvitation(seat.place, seat.invited_as or "", seat.reminded_at, left, earliest if left > 0 else None)
