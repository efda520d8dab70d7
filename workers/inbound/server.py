"""The SMTP server (RFC 5321) for mail to our domain. It stands behind a mail transfer agent, or alone."""

from __future__ import annotations

import asyncio
import logging
from asyncio import BaseTransport, Protocol, StreamReader, StreamWriter, Transport
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, syntax
from flask import Flask

from service.post.taking import MAX_MAIL_BYTES, Rejection
from workers.inbound.certificates import Certificate
from workers.inbound.door import GOODBYE, KEPT, NOT_NOW, Door, Sleep
from workers.inbound.lines import Lines

MAX_CONNECTIONS = 100
MAX_LINE_BYTES = 64 * 1024
"""RFC 5322 allows 998; mail programs that write a whole page of HTML in one line are no rarity."""
PATIENCE = 120.0
"""Seconds that a client may be silent, or take for one mail."""
BUSY = b"421 4.7.0 Too many connections, please try again later\r\n"
REPLIES = {
    "500 Line too long (see RFC5321 4.5.3.1.6)": "552 5.6.0 A line of this mail is too long, it may have 64 KiB",
    "552 Error: Too much mail data": Rejection.TOO_LARGE.value,
    "552 Error: message size exceeds fixed maximum message size": Rejection.TOO_LARGE.value,
    "500 Command line too long": "500 5.5.2 That line is too long",
    "500 Error: bad syntax": "500 5.5.2 That is no command",
}
"""What is said instead of what aiosmtpd says: 500 would tell a sender that we do not know the command."""


DURING_DATA = frozenset(list(REPLIES)[:3])
"""Of these, what is said instead of an answer to the whole mail."""


class Guest(SMTP):
    """One connection, counted while it lasts."""

    line_length_limit = MAX_LINE_BYTES

    def __init__(self, *args: Any, guests: set[Guest], **settings: Any) -> None:  # noqa: ANN401  # aiosmtpd's own
        super().__init__(*args, **settings)
        self._guests = guests

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the connection, which is made once more when it is encrypted: what was read before is forgotten."""
        self._guests.add(self)
        if self._original_transport is None:
            super().connection_made(transport)
            return
        lines = cast("Lines", self._reader)
        self._reader = lines.forgetting()
        super().connection_made(transport)
        self._reader = cast("StreamReader", lines)

    @syntax("STARTTLS", when="tls_context")
    async def smtp_STARTTLS(self, arg: str) -> None:  # noqa: N802  # aiosmtpd's name
        """Begin to encrypt, once."""
        if self._original_transport is not None:
            await self.push("503 5.5.1 This connection is encrypted already")
        else:
            await super().smtp_STARTTLS(arg)

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


class LmtpGuest(Guest):
    """One connection of a server on this machine or network that speaks LMTP (RFC 2033): each recipient is answered."""

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, hostname: str) -> None:  # noqa: N802  # aiosmtpd's name
        """Say hello, as to EHLO."""
        await super().smtp_EHLO(hostname)

    async def smtp_HELO(self, hostname: str) -> None:  # noqa: N802  # as above
        """Refuse what LMTP does not have (section 4.1)."""
        await self.push("500 5.5.1 This is LMTP: say LHLO")

    async def smtp_EHLO(self, hostname: str) -> None:  # noqa: N802  # as above
        """The same."""
        await self.smtp_HELO(hostname)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802  # as above
        """Take a mail, and answer once for each recipient that was taken (section 4.2)."""
        self._answers = len(self.envelope.rcpt_tos) if self.envelope else 1
        try:
            await super().smtp_DATA(arg)
        finally:
            self._answers = 1

    _answers = 1

    async def push(self, status: str | bytes) -> None:
        """Say it; the answer to a whole mail as often as there are recipients."""
        said = status if isinstance(status, str) else status.decode()
        is_of_mail = said in DURING_DATA or said in (KEPT, NOT_NOW) or said in set(Rejection)
        for _ in range(self._answers if is_of_mail else 1):
            await super().push(status)


class Busy(Protocol):
    """One connection too many: told so, and closed."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Say it, and no more."""
        writer = cast("Transport", transport)
        writer.write(BUSY)
        writer.close()


class InboundServer(Controller):
    """The server on a host and port, in a thread of its own. With a `certificate` it offers STARTTLS (RFC 3207)."""

    guest = Guest

    def __init__(  # each is a knob, or a test's
        self,
        app: Flask,
        host: str,
        port: int,
        max_connections: int = MAX_CONNECTIONS,
        sleep: Sleep = asyncio.sleep,
        certificate: Certificate | None = None,
    ) -> None:
        super().__init__(Door(app, sleep), hostname=host, port=port)
        self._domain: str = app.config["SETTINGS"].mail_domain
        self._max_connections = max_connections
        self._guests: set[Guest] = set()
        self._certificate = certificate

    def factory(self) -> asyncio.Protocol:
        """The protocol of a new connection."""
        if len(self._guests) >= self._max_connections:
            return Busy()
        return self.guest(
            self.handler,
            guests=self._guests,
            hostname=self._domain,
            ident="Sundial",
            data_size_limit=MAX_MAIL_BYTES,
            enable_SMTPUTF8=True,
            timeout=PATIENCE,
            loop=self.loop,
            tls_context=self._certificate.context() if self._certificate else None,
        )


class LmtpServer(InboundServer):
    """The same for a mail server of the operator's own, which hands mails on by LMTP."""

    guest = LmtpGuest


def quiet() -> None:
    """Let aiosmtpd log no more than warnings: it would write down whose mail is taken."""
    logging.getLogger("mail.log").setLevel(logging.WARNING)
