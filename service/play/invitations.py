"""Invitations: limits, blocks, pending invitations, reminders and withdrawal.

Every face enforces the limits, so that nobody can make us email strangers at will. An invitation by address counts in
the same way with and without an account of that address; otherwise the limits would reveal it. Players are invited by
name. Invitations by bots count for their owner. The seats of games are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from sqlalchemy import ColumnElement, and_, func, not_, or_, select
from sqlalchemy.orm import aliased

from service.accounts.accounts import ids_of_person, locked_account
from service.accounts.blocks import is_blocked
from service.config.key_ring import key_ring, new_salt
from service.config.limits import Limit, limit
from service.db.engines import session, transaction
from service.jobs import events
from service.jobs.facts import tell
from service.language.errors import Conflict, Invalid, TooMany, or_not_found
from service.models import Account, Game, GameSeat, GameStatus, SeatState, Visibility
from service.play.facts import GuestReminded, InvitationWithdrawn
from service.play.open_seats import check_inviting, hosted_game, open_seat
from service.play.seating import by_place, lock_game, was_named
from service.security import rates
from service.security.keys import new_nonce

DAY = timedelta(days=1)
MOST_REMINDERS = 3
"""Per invitation: a person who has not answered by then does not want to."""
RECENT = 8
TO_ADDRESSES, TO_PLAYERS, OPEN = limit("invitations"), limit("player-invitations"), limit("open-invitations")
_BY_ADDRESS = or_(
    and_(func.coalesce(GameSeat.invited_as, "").contains("@"), GameSeat.state == SeatState.INVITED),
    GameSeat.withdrawn_id.is_not(None),
)
"""Whether the invitation is by address and unanswered. It is unknown for a withdrawn one, so that counts, too."""


def is_stranger(account: Account) -> bool:
    """Return whether nobody has ever answered from that address."""
    return account.verified_at is None


def recent_opponents(account: Account) -> Sequence[str]:
    """Return the names of the accounts with which this one has played most recently, for invitations by name."""
    own, other = aliased(GameSeat), aliased(GameSeat)
    last = func.max(Game.created_at)
    met = (
        select(Account.name)
        .join(other, other.account_id == Account.id)
        .join(own, own.game_id == other.game_id)
        .join(Game, Game.id == own.game_id)
        .where(own.account_id == account.id, Account.id != account.id, Account.verified_at.is_not(None))
        .where(Game.started_at.is_not(None), Account.visitor_since.is_(None))
    )
    return session().scalars(met.group_by(Account.id).order_by(last.desc()).limit(RECENT)).all()


def lock_inviter(creator: Account) -> None:
    """Serialize invitations in the name of one person, in the current transaction.

    Call it before anything else is locked or written there. Others can refer to the person's row meanwhile.
    """
    locked_account(creator.person_id)


def check_invitations(creator: Account, seats: Iterable[GameSeat], now: datetime) -> None:
    """Refuse invitations to seats that may not be sent, in a transaction that has locked the inviter.

    Raise Conflict `invitations-unwanted` for a guest who has blocked that person, `already-invited` for an address with
    the maximum of pending invitations from that person; Invalid `unreachable-address` for a suppressed one; TooMany
    `too-many-invitations`, until there is room for all of them.
    """
    invited = [(seat, seat.account) for seat in seats if seat.state == SeatState.INVITED and seat.account is not None]
    for seat, account in invited:
        if is_blocked(account.id, creator):
            raise Conflict("invitations-unwanted", name=account.name if was_named(seat) else seat.invited_as)
    person = creator.person_id
    mailed = [(seat, account) for seat, account in invited if account.email is not None and account.id != person]
    by_address = [account for seat, account in mailed if not was_named(seat)]
    for account in by_address:
        if account.suppressed_for is not None:
            raise Invalid("unreachable-address", name=account.email)
        _check_open(person, account)
    _check_day(TO_ADDRESSES, len(by_address), person, _BY_ADDRESS, now)
    _check_day(TO_PLAYERS, len(mailed) - len(by_address), person, not_(_BY_ADDRESS), now)


def _check_open(person: int, account: Account) -> None:
    is_open = Game.status == GameStatus.INVITING, GameSeat.state == SeatState.INVITED
    found, most = _invitations(person, Account.id == account.id, _BY_ADDRESS, *is_open), rates.amount(OPEN)
    if found and most is not None and len(found) >= most:
        raise Conflict("already-invited", name=account.email, game=found[0][0])


def _check_day(row: Limit, wanted: int, person: int, whom: ColumnElement[bool], now: datetime) -> None:
    """Raise TooMany at a daily limit, except for the first invitations of a day, which may fill one game."""
    most = rates.amount(row)
    if not wanted or most is None:
        return
    made = [at for _, at in _invitations(person, whom, Game.created_at > now - DAY)]
    too_many = len(made) + wanted - most
    if made and too_many > 0:
        free_at = made[min(too_many, len(made)) - 1] + DAY
        seconds = ceil((free_at - now).total_seconds())
        raise TooMany("too-many-invitations", bucket=row.name, most=most, retry_after=seconds)


def _invitations(person: int, *which: ColumnElement[bool]) -> Sequence[tuple[str, datetime]]:
    """List invitations by a person or their bots, oldest first, as (game id, time); includes withdrawn ones."""
    found = (
        select(Game.id, Game.created_at)
        .join(GameSeat, GameSeat.game_id == Game.id)
        .join(Account, Account.id == func.coalesce(GameSeat.withdrawn_id, GameSeat.account_id))
        .where(
            Game.creator_id.in_(ids_of_person(person)), or_(Game.match_round.is_(None), Game.match_round == 1), *which
        )
        .where(or_(GameSeat.for_anybody.is_(False), GameSeat.withdrawn_id.is_not(None)))
        .where(Account.email.is_not(None), Account.id != person)
    )
    return [(game, at) for game, at in session().execute(found.order_by(Game.created_at))]


@dataclass(frozen=True)
class OpenInvitation:
    """A pending invitation, as its host sees it."""

    place: int
    invited_as: str
    reminded_at: datetime | None
    undelivered_at: datetime | None
    unanswered_at: datetime | None
    reminders_left: int
    can_remind_from: datetime | None
    """None if no more reminders can be sent."""


def invitations_to(game_id: str, host: Account) -> Sequence[OpenInvitation]:
    """List the pending invitations of a game, in the order of invitation; refused as `hosted_game`."""
    return open_invitations(hosted_game(game_id, host))


def open_invitations(game: Game) -> Sequence[OpenInvitation]:
    """List the pending invitations of a game, for its host only."""
    is_open = game.status == GameStatus.INVITING
    return [_told(game, seat) for seat in by_place(game) if is_open and seat.state == SeatState.INVITED]


def remind(game_id: str, place: int, host: Account, now: datetime) -> OpenInvitation:
    """Email the invitation again, a day after the last time at the earliest.

    Refused as `hosted_game`; NotFound without such a place; Conflict `game-started`, `game-over`, `not-invited` if the
    player has answered, `no-more-reminders`; TooMany `reminded-lately`.
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
        tell(GuestReminded(game, seat, now))
        return _told(game, seat)


def withdraw(game_id: str, place: int, host: Account, now: datetime) -> Game:
    """Withdraw an invitation: the seat is open to anybody, and its link expires. Idempotent.

    Refused as `remind`, except for the reasons about reminders.
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
        seat.reminded_at = seat.reminders = seat.delivery = seat.undelivered_at = seat.unanswered_at = None
        game.version += 1
        events.record("invitation.withdrawn", game, now, place=seat.place)
        tell(InvitationWithdrawn(game, now))
        return game


def _locked(game_id: str, place: int, host: Account) -> tuple[Game, GameSeat]:
    hosted_game(game_id, host)
    game = lock_game(game_id)
    seat = or_not_found(next((seat for seat in game.seats if seat.place == place), None))
    check_inviting(game)
    return game, seat


def _told(game: Game, seat: GameSeat) -> OpenInvitation:
    is_mailed = seat.account is not None and seat.account.email is not None
    left = MOST_REMINDERS - (seat.reminders or 0) if is_mailed and seat.undelivered_at is None else 0
    earliest = (seat.reminded_at or game.created_at) + DAY
    return OpenInvitation(
        place=seat.place,
        invited_as=seat.invited_as or "",
        reminded_at=seat.reminded_at,
        undelivered_at=seat.undelivered_at,
        unanswered_at=seat.unanswered_at,
        reminders_left=left,
        can_remind_from=earliest if left > 0 else None,
    )
