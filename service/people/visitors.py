"""Visitors: accounts of browsers whose owners have given no address. They hold seats, and nothing but seats."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from service.core.db import session, transaction
from service.core.errors import Conflict
from service.models import Account
from service.people.accounts import free_name, guest_name
from service.people.names import GUEST


def new_visitor(now: datetime, network: str | None = None) -> Account:
    """An account that nobody knows but the browser it is made for, which is in that network."""
    visitor = Account(name=guest_name(), created_at=now, time_zone="UTC", visitor_since=now, network=network)
    with transaction() as current:
        current.add(visitor)
        current.flush()
    return visitor


def note_network(visitor: Account, network: str) -> None:
    """Note where a visitor is now."""
    if visitor.network != network:
        with transaction():
            visitor.network = network


def name_in_one_game(name: str, visitor: Account) -> str:
    """The name of a visitor in one game: `guest-` and the name that they want. Accounts can still have that one.

    Refused as `free_name`: nobody passes for an account, nor for another guest.
    """
    called = f"{GUEST}{free_name(name, visitor)}"
    if session().scalar(select(Account.id).where(Account.name == called)) is not None:
        raise Conflict("name-taken", name=name)
    return called


def is_visitor(account: Account) -> bool:
    """Whether the account has no address yet."""
    return account.visitor_since is not None
