"""Visitors: accounts of browsers whose owners have given no address. They hold seats, and nothing but seats."""

from __future__ import annotations

from datetime import datetime

from service.core.db import transaction
from service.models import Account
from service.people.accounts import guest_name


def new_visitor(now: datetime) -> Account:
    """An account that nobody knows but the browser it is made for."""
    visitor = Account(name=guest_name(), email=None, created_at=now, time_zone="UTC", visitor_since=now)
    with transaction() as current:
        current.add(visitor)
        current.flush()
    return visitor


def is_visitor(account: Account) -> bool:
    """Whether the account has no address yet."""
    return account.visitor_since is not None
