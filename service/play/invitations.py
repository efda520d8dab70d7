"""Whom somebody may invite, and how often: asked for every door, so that nobody makes us mail strangers at will.

An invitation by address counts the same with and without an account of that address: otherwise the limits would reveal
it. Players are invited by name. Invitations by bots count for their owner. They are counted in the seats of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from sqlalchemy import ColumnElement, func, not_, or_, select

from service.core import rates
from service.core.db import session
from service.core.errors import Conflict, TooMany
from service.core.limits import Limit, limit
from service.models import Account, Game, GameSeat, GameStatus, SeatState
from service.people.accounts import person_behind
from service.people.blocks import is_blocked

DAY = timedelta(days=1)
TO_ADDRESSES, TO_PLAYERS, OPEN = limit("invitations"), limit("player-invitations"), limit("open-invitations")
_BY_ADDRESS = or_(func.coalesce(GameSeat.invited_as, "").contains("@"), GameSeat.withdrawn_id.is_not(None))
"""Whether the invitation was by address. That is not known of a withdrawn one, so it counts as if it was."""


def is_stranger(account: Account) -> bool:
    """Whether nobody has ever answered from that address."""
    return account.verified_at is None


def lock_inviter(creator: Account) -> None:
    """Let those who invite in the name of one person wait for each other, in the transaction under way.

    It comes before anything else is locked or written there. Others can refer to the person's row meanwhile.
    """
    person = select(Account.id).where(Account.id == person_behind(creator).id)
    session().execute(person.with_for_update(key_share=True))


@dataclass(frozen=True)
class Guest:
    """Who is to be invited, and as whom: by the name or the address that the inviter knows."""

    account: Account
    known_as: str


def check_invitations(creator: Account, guests: Sequence[Guest], now: datetime) -> None:
    """Refuse invitations that are not to be sent, in a transaction that has locked the inviter.

    Conflict `invitations-unwanted` for a guest who takes none from that person, `already-invited` for an address that
    has as many of that person as are allowed; TooMany `too-many-invitations`, until there is room for all of them.
    """
    for guest in guests:
        if is_blocked(guest.account.id, creator):
            raise Conflict("invitations-unwanted", name=guest.known_as)
    person = person_behind(creator).id
    mailed = [guest for guest in guests if guest.account.email is not None and guest.account.id != person]
    by_address = [guest.account for guest in mailed if "@" in guest.known_as]
    for account in by_address:
        _check_open(person, account)
    _check_day(TO_ADDRESSES, len(by_address), person, _BY_ADDRESS, now)
    _check_day(TO_PLAYERS, len(mailed) - len(by_address), person, not_(_BY_ADDRESS), now)


def _check_open(person: int, account: Account) -> None:
    is_open = Game.status == GameStatus.INVITING, GameSeat.state == SeatState.INVITED
    found, most = _invitations(person, Account.id == account.id, _BY_ADDRESS, *is_open), rates.amount(OPEN)
    if found and most is not None and len(found) >= most:
        raise Conflict("already-invited", name=account.email, game=found[0][0])


def _check_day(row: Limit, wanted: int, person: int, whom: ColumnElement[bool], now: datetime) -> None:
    """TooMany if so many more would be too many; who has invited nobody within a day may fill a table in any case."""
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
    """The invitations by that person or a bot of theirs, oldest first: to which game, and when; also withdrawn ones."""
    theirs = select(Account.id).where(or_(Account.id == person, Account.owner_id == person))
    found = (
        select(Game.id, Game.created_at)
        .join(GameSeat, GameSeat.game_id == Game.id)
        .join(Account, Account.id == func.coalesce(GameSeat.withdrawn_id, GameSeat.account_id))
        .where(Game.creator_id.in_(theirs), or_(Game.match_round.is_(None), Game.match_round == 1), *which)
        .where(or_(GameSeat.for_anybody.is_(False), GameSeat.withdrawn_id.is_not(None)))
        .where(Account.email.is_not(None), Account.id != person)
    )
    return [(game, at) for game, at in session().execute(found.order_by(Game.created_at))]
