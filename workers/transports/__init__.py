"""Email transports. Each module here is one, found by the scheme of its configured address."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, TypeAlias
from urllib.parse import urlsplit

from service.config.environment import BadConfiguration, Config


class TransportError(Exception):
    """A failed delivery. `permanent`: a retry cannot succeed; `reply`: the answer of the server.

    `unknown`: the server got the whole email and gave no answer, so it may have accepted it; `away`: it does not
    answer.
    """

    def __init__(self, reply: str, *, permanent: bool, unknown: bool = False, away: bool = False) -> None:
        super().__init__(reply)
        self.reply = reply
        self.permanent = permanent
        self.unknown = unknown
        self.away = away


@dataclass(frozen=True)
class Letter:
    """A sealed email: the addresses of its envelope, its Message-ID and its bytes."""

    sender: str
    recipient: str
    message_id: str
    raw: bytes


Offering: TypeAlias = Callable[[], None]
"""Called just before the whole email is sent: from then on the server may have accepted it, whatever it answers."""


def unnoted() -> None:
    """Ignore the moment at which an email is offered."""


class Transport(Protocol):
    """A way to send emails."""

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Send the email and return the reply, or TransportError. Sending it twice may deliver it twice."""


class Carrier(Transport, Protocol):
    """A transport that can keep a connection open for several emails."""

    def line(self) -> AbstractContextManager[Transport]:
        """Open a context whose transport sends many emails over one connection."""


def transport(settings: Config) -> Carrier:
    """Return the configured transport; BadConfiguration if no module has its scheme."""
    scheme = urlsplit(settings.smtp_url).scheme if settings.smtp_url else "mailbox"
    for found in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = import_module(found.name)
        if scheme in module.SCHEMES:
            opened: Carrier = module.transport(settings)
            return opened
    raise BadConfiguration("SMTP_URL must begin with smtp://, smtps:// or mailgun://.")
