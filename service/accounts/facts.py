"""Facts about accounts, for listeners (see `service.jobs.facts`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from service.jobs.facts import Fact
from service.models import Account, ApiToken, BrowserSession


@dataclass(frozen=True)
class SignInAsked(Fact):
    """Somebody asked to sign in; `keys` are the data of the link and the code."""

    account: Account
    keys: Mapping[str, Any]
    now: datetime


@dataclass(frozen=True)
class NewDeviceSignedIn(Fact):
    """An account was signed in on a new kind of device or network."""

    account: Account
    session: BrowserSession
    now: datetime


@dataclass(frozen=True)
class TokenCreated(Fact):
    """A token was created for a person's account, or for a bot of theirs."""

    person: Account
    token: ApiToken
    now: datetime


@dataclass(frozen=True)
class VacationsChanged(Fact):
    """Somebody took a vacation or ended one."""

    account: Account
    now: datetime


@dataclass(frozen=True)
class AddressTold(Fact):
    """The holder of an address is to hear of an account, by an email of that kind; it may not be the account's own."""

    account: Account
    kind: str
    address: str
    told: Mapping[str, Any]
    now: datetime
