"""Ways to hand a sealed mail on. Each module here is one, found by the scheme of the address it is configured with."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, TypeAlias
from urllib.parse import urlsplit

from service.core.config import BadConfiguration, Config


class TransportError(Exception):
    """A mail could not be handed on. `permanent`: it never will be; `reply`: what the other side said.

    `unknown`: the other side had all of it and said nothing, so it may have taken the mail; `away`: it does not answer.
    """

    def __init__(self, reply: str, *, permanent: bool, unknown: bool = False, away: bool = False) -> None:
        super().__init__(reply)
        self.reply = reply
        self.permanent = permanent
        self.unknown = unknown
        self.away = away


@dataclass(frozen=True)
class Letter:
    """A sealed mail: the addresses of its envelope, its Message-ID and its bytes."""

    sender: str
    recipient: str
    message_id: str
    raw: bytes


Offering: TypeAlias = Callable[[], None]
"""Called just before the other side is given the whole mail: from then on it may have taken it, whatever we hear."""


def unnoted() -> None:
    """Nobody wants to know when a mail is offered."""


class Transport(Protocol):
    """A way to hand mails on."""

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Hand the letter on and return the reply, or TransportError. The same letter twice is the same mail twice."""


class Carrier(Transport, Protocol):
    """What an installation hands its mails to."""

    def line(self) -> AbstractContextManager[Transport]:
        """What many letters can be handed on by, one after the other: what they need alike is made once."""


def transport(settings: Config) -> Carrier:
    """The transport that an installation is configured with; BadConfiguration if no module knows its address."""
    scheme = urlsplit(settings.smtp_url).scheme if settings.smtp_url else "mailbox"
    for found in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = import_module(found.name)
        if scheme in module.SCHEMES:
            opened: Carrier = module.transport(settings)
            return opened
    raise BadConfiguration("SMTP_URL must begin with smtp://, smtps:// or mailgun://.")
