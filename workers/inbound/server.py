"""The SMTP server (RFC 5321) for mail to our domain. It stands behind a mail transfer agent, or alone."""

from __future__ import annotations

import asyncio
import logging
from asyncio import BaseTransport, Protocol, StreamReader, StreamWriter, Transport
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from flask import Flask

from workers.inbound.door import GOODBYE, Door, Sleep
from workers.inbound.lines import Lines

MAX_MAIL_BYTES = 256 * 1024
MAX_CONNECTIONS = 100
MAX_LINE_BYTES = 64 * 1024
"""RFC 5322 allows 998; mail programs that write a whole page of HTML in one line are no rarity."""
PATIENCE = 120.0
"""Seconds that a client may be silent, or take for one mail."""
BUSY = b"421 4.7.0 Too many connections, please try again later\r\n"
TOO_LARGE = "552 5.3.4 This mail is too large, it may have 256 KiB"
REPLIES = {
    "500 Line too long (see RFC5321 4.5.3.1.6)": "552 5.6.0 A line of this mail is too long, it may have 64 KiB",
    "552 Error: Too much mail data": TOO_LARGE,
    "552 Error: message size exceeds fixed maximum message size": TOO_LARGE,
    "500 Command line too long": "500 5.5.2 That line is too long",
    "500 Error: bad syntax": "500 5.5.2 That is no command",
    "500 Error: strict ASCII mode": "553 5.6.7 Addresses are written in ASCII here",
}
"""What is said instead of what aiosmtpd says: 500 would tell a sender that we do not know the command."""


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

    async def push(self, status: str | bytes) -> None:
        """Say it, in our words; whoever is told to come back later is shown out."""
        said = status.decode() if isinstance(status, bytes) else REPLIES.get(status, status)
        await super().push(said)
        if said.startswith(GOODBYE) and self.transport is not None:
            self.transport.close()

    def _cb_client_connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        super()._cb_client_connected(cast("StreamReader", Lines(reader)), writer)


class Busy(Protocol):
    """One connection too many: told so, and closed."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Say it, and no more."""
        writer = cast("Transport", transport)
        writer.write(BUSY)
        writer.close()


class InboundServer(Controller):
    """The server on a host and port, in a thread of its own."""

    def __init__(
        self, app: Flask, host: str, port: int, max_connections: int = MAX_CONNECTIONS, sleep: Sleep = asyncio.sleep
    ) -> None:
        super().__init__(Door(app, sleep), hostname=host, port=port)
        self._domain: str = app.config["SETTINGS"].mail_domain
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
