"""The SMTP server (RFC 5321) for mail to our domain. It stands behind a mail transfer agent, or alone."""

from __future__ import annotations

import asyncio
import logging
from asyncio import BaseTransport, Protocol, Transport
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from flask import Flask

from workers.inbound.door import Door

MAX_MAIL_BYTES = 256 * 1024
MAX_CONNECTIONS = 100
MAX_LINE_BYTES = 64 * 1024
"""RFC 5322 allows 998; mail programs that write a whole page of HTML in one line are no rarity."""
PATIENCE = 120.0
"""Seconds that a client may be silent, or take for one mail."""
BUSY = b"421 4.7.0 Too many connections, please try again later\r\n"


class Guest(SMTP):
    """One connection, counted while it lasts."""

    line_length_limit = MAX_LINE_BYTES

    def __init__(self, *args: Any, guests: set[Guest], **settings: Any) -> None:  # noqa: ANN401  # aiosmtpd's own
        super().__init__(*args, **settings)
        self._guests = guests

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the connection."""
        self._guests.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Count it no more."""
        self._guests.discard(self)
        super().connection_lost(error)


class Busy(Protocol):
    """One connection too many: told so, and closed."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Say it, and no more."""
        writer = cast("Transport", transport)
        writer.write(BUSY)
        writer.close()


class InboundServer(Controller):
    """The server on a host and port, in a thread of its own."""

    def __init__(self, app: Flask, host: str, port: int, max_connections: int = MAX_CONNECTIONS) -> None:
        super().__init__(Door(app), hostname=host, port=port)
        self._domain: str = app.config["MAIL_DOMAIN"]
        self._max_connections = max_connections
        self._guests: set[Guest] = set()

    def factory(self) -> asyncio.Protocol:
        """The protocol of a new connection."""
        if len(self._guests) >= self._max_connections:
            return Busy()
        return Guest(
            self.handler,
            guests=self._guests,
            hostname=self._domain,
            ident="Sundial",
            data_size_limit=MAX_MAIL_BYTES,
            timeout=PATIENCE,
            loop=self.loop,
        )


def quiet() -> None:
    """Let aiosmtpd log no more than warnings: it would write down whose mail is taken."""
    logging.getLogger("mail.log").setLevel(logging.WARNING)
