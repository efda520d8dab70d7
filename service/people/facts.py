"""What happens to accounts, for those who listen (see `service.work.facts`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from service.models import Account, ApiToken, BrowserSession
from service.work.facts import Fact


@dataclass(frozen=True)
class SignInAsked(Fact):
    """Somebody wants to sign in; of `keys` the links and the code for it are made."""

    account: Account
    keys: Mapping[str, Any]
    now: datetime


@dataclass(frozen=True)
class NewDeviceSignedIn(Fact):
    """A browser is signed in that is not like those that the account had."""

    account: Account
    session: BrowserSession
    now: datetime


@dataclass(frozen=True)
class TokenCreated(Fact):
    """A program can act for the account of that person, or for a bot of theirs."""

    person: Account
    token: ApiToken
    now: datetime


@dataclass(frozen=True)
class VacationsChanged(Fact):
    """Somebody has taken a vacation, or ended one."""

    account: Account
    now: datetime
