"""Favourites: players whom an account likes to play. Nobody else sees them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from service.accounts.accounts import is_visitor
from service.db.engines import insert_if_new, session, transaction
from service.language.errors import Conflict, NotFound, or_not_found
from service.models import Account, Favourite

MOST_FAVOURITES = 100


def add_favourite(account: Account, other: Account, now: datetime) -> Favourite:
    """Add a player to the account's favourites; idempotent.

    NotFound `no-such-account` for oneself and for visitors; Conflict `too-many-favourites`.
    """
    if other.id == account.id or is_visitor(other):
        raise NotFound("no-such-account", name=other.name)
    with transaction() as current:
        known = current.get(Favourite, (account.id, other.id))
        if known is not None:
            return known
        if len(favourites_of(account)) >= MOST_FAVOURITES:
            raise Conflict("too-many-favourites", most=MOST_FAVOURITES)
        insert_if_new(Favourite(account_id=account.id, favourite_id=other.id, created_at=now))
        return current.get_one(Favourite, (account.id, other.id))


def drop_favourite(account: Account, name: str) -> None:
    """Remove the player of that name; NotFound if they are not among the favourites."""
    with transaction() as current:
        theirs = Favourite.account_id == account.id, Favourite.favourite.has(Account.name == name)
        found = or_not_found(current.scalar(select(Favourite).where(*theirs)))
        current.delete(found)


def favourites_of(account: Account) -> Sequence[Favourite]:
    """List the favourites of an account, the latest first."""
    found = select(Favourite).where(Favourite.account_id == account.id)
    return session().scalars(found.order_by(Favourite.created_at.desc(), Favourite.favourite_id.desc())).all()


def is_favourite(account: Account, other: Account) -> bool:
    """Return whether a player is among the account's favourites."""
    return session().get(Favourite, (account.id, other.id), populate_existing=True) is not None
