"""What somebody could be called who has chosen nothing yet: taken from their address, offered and never set."""

from __future__ import annotations

import re

from service.core.errors import Refused
from service.models import Account
from service.people.accounts import free_name
from service.people.names import LONGEST


def name_offered(account: Account) -> str:
    """A name that the account can have, after the local part of its address; empty if there is none."""
    local, _, _ = (account.email or "").partition("@")
    name = re.sub(r"[^a-z0-9_-]+", "-", local.partition("+")[0].lower()).strip("-_")[:LONGEST]
    try:
        return free_name(name, account)
    except Refused:
        return ""
