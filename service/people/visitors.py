"""Visitors: accounts of browsers whose owners have given no address. They hold seats, and nothing but seats."""

from __future__ import annotations

from datetime import datetime

from service.core.db import transaction
from service.models import Account
from service.people.accounts import guest_name


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


def is_visitor(account: Account) -> bool:
    """Whether the account has no address yet."""
    return account.visitor_since is not None
