"""The SMTP server (RFC 5321) for mail to our domain. It stands behind a mail transfer agent, or alone."""

from __future__ import annotations

import asyncio
import logging
import ssl
from asyncio import BaseTransport, Protocol, Transport
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Self, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, syntax
from flask import Flask

from service.core import rates
from service.core.limits import limit
from service.post.taking import MAX_MAIL_BYTES, Rejection
from workers.inbound.door import GOODBYE, Door, Sleep

PLACES, OF_A_NETWORK = limit("smtp-places"), limit("smtp-connections")
LONGEST_SESSION = 600.0
"""Seconds after which a session ends, between two mails."""
CALLS = {"*": 20, "MAIL": 200, "RCPT": 1200, "DATA": 200, "RSET": 200}
"""How often a client may give each command in a session, if it is none of the operator's own mail servers."""
MAX_LINE_BYTES = 64 * 1024
"""RFC 5322 allows 998; mail programs that write a whole page of HTML in one line are no rarity."""
PATIENCE = 120.0
"""Seconds that a client may be silent, or take for one mail."""
BUSY = b"421 4.7.0 Too many connections, please try again later\r\n"
LASTED_TOO_LONG = b"421 4.4.2 This session has lasted too long, please connect anew\r\n"
GO_ON = "354 End data with <CR><LF>.<CR><LF>"
REPLIES = {
    "500 Line too long (see RFC5321 4.5.3.1.6)": "552 5.6.0 A line of this mail is too long, it may have 64 KiB",
    "552 Error: Too much mail data": Rejection.TOO_LARGE.value,
    "552 Error: message size exceeds fixed maximum message size": Rejection.TOO_LARGE.value,
    "500 Command line too long": "500 5.5.2 That line is too long",
    "500 Error: bad syntax": "500 5.5.2 That is no command",
}
"""What is said instead of what aiosmtpd says: 500 would tell a sender that we do not know the command."""

log = logging.getLogger(__name__)


class Guest(SMTP):
    """One connection from a network, counted while it lasts, for so many seconds or until its mail is taken."""

    line_length_limit = MAX_LINE_BYTES

    def admit(self, guests: dict[Guest, str | None], network: str | None, seconds: float) -> Self:
        """Count it from its network among the guests, once it is connected."""
        self._guests, self._network = guests, network
        self._is_in_data = self._is_late = False
        self._ending = self.loop.call_later(seconds, self._end)
        return self

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the connection, which is made once more when it is encrypted: what was read before is forgotten."""
        self._guests[self], self._lines = self._network, Lines()
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Hand on what the client says, but that lines are shortened which are too long."""
        super().data_received(self._lines.shortened(data, b"\r\n" if self._is_in_data else b"\n"))

    @syntax("STARTTLS", when="tls_context")
    async def smtp_STARTTLS(self, arg: str) -> None:  # noqa: N802  # aiosmtpd's name
        """Begin to encrypt, once."""
        if self.session and self.session.ssl is not None:
            await self.push("503 5.5.1 This connection is encrypted already")
        else:
            await super().smtp_STARTTLS(arg)

    def connection_lost(self, error: Exception | None) -> None:
        """Count it no more."""
        self._guests.pop(self, None)
        self._ending.cancel()
        super().connection_lost(error)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802  # aiosmtpd's name
        """Take a mail; nothing cuts it, but it may be the last."""
        self._is_in_data = True
        try:
            await super().smtp_DATA(arg)
        finally:
            self._is_in_data = False
        if self._is_late:
            self._end()

    def _end(self) -> None:
        """End the session between two mails; a mail that has begun has time to be sent, and no more."""
        is_between = self.envelope is None or not self.envelope.mail_from
        if self._is_in_data or not (is_between or self._is_late):
            self._is_late = True
            self._ending = self.loop.call_later(PATIENCE, self._end)
        elif self.transport is not None:
            cast("Transport", self.transport).write(LASTED_TOO_LONG)
            self.transport.close()
            self._guests.pop(self, None)  # a handshake that hangs would never be lost

    async def push(self, status: str | bytes) -> None:
        """Say it, in our words; whoever is told to come back later is shown out."""
        said = status.decode() if isinstance(status, bytes) else REPLIES.get(status, status)
        await super().push(said)
        if said.startswith(GOODBYE) and self.transport is not None:
            self.transport.close()


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
        try:
            await super().smtp_DATA(arg)
        finally:
            self._answers = 1

    _answers = 1

    async def push(self, status: str | bytes) -> None:
        """Say it; the answer to a whole mail as often as there are recipients."""
        for _ in range(self._answers):
            await super().push(status)
        if status == GO_ON and self.envelope:
            self._answers = len(self.envelope.rcpt_tos)


class Lines:
    """Shortens lines that are too long as they come: aiosmtpd keeps all of one until its end."""

    def __init__(self) -> None:
        self._held = b""
        """What may be half of the end of a line."""
        self._length = 0
        """How much was kept of the line that has begun."""

    def shortened(self, data: bytes, separator: bytes) -> bytes:
        """The next bytes; of a line that is too long, one more than it may have, and its end.

        aiosmtpd ends a command at its LF alone, but a line of a mail at CR and LF.
        """
        data = self._held + data
        self._held = b"\r" if data.endswith(b"\r") else b""
        *ends, begun = data.removesuffix(b"\r").split(separator)
        kept = []
        for end in ends:
            kept.append(end[: MAX_LINE_BYTES + 1 - self._length])
            self._length = 0
        kept.append(begun[: MAX_LINE_BYTES + 1 - self._length])
        self._length += len(kept[-1])
        return separator.join(kept)


class Entrance(Protocol):
    """A new connection: served if there is a place for its network, or told to come back later, and closed."""

    def __init__(self, serve: Callable[[str], Guest | None]) -> None:
        self._serve = serve

    def connection_made(self, transport: BaseTransport) -> None:
        """Serve the client, if there is a place for the network it comes from."""
        client = cast("Transport", transport)
        peer = client.get_extra_info("peername")  # nothing of who has gone again
        if guest := self._serve(peer[0]) if peer else None:
            client.set_protocol(guest)
            guest.connection_made(client)
        else:
            client.write(BUSY)
            client.close()


class Certificate:
    """A file in PEM with the certificate, those that it was signed by, and the key, unless that is in another file.

    It is read anew when it has changed: it is renewed by others.
    """

    def __init__(self, chain: Path, key: Path | None = None) -> None:
        self._chain, self._key = chain, key
        self._read_at = self._changed_at()
        self._context = self._read()

    def context(self) -> ssl.SSLContext:
        """What encrypts a connection; with the file as it was, if what is there by now cannot be used."""
        try:
            if (changed_at := self._changed_at()) != self._read_at:
                self._context, self._read_at = self._read(), changed_at
        except OSError:
            log.warning("the certificate for inbound mail cannot be read any more; the one of before is used")
        return self._context

    def _changed_at(self) -> tuple[int, ...]:
        return tuple(file.stat().st_mtime_ns for file in (self._chain, self._key) if file is not None)

    def _read(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self._chain, self._key)
        return context


class InboundServer(Controller):
    """The server on a host and port, in a thread of its own. With a `certificate` it offers STARTTLS (RFC 3207)."""

    guest = Guest
    all_ours = False
    """Whether its clients are the operator's own mail servers, wherever they are."""

    def __init__(  # each is a knob, or a test's
        self,
        app: Flask,
        host: str,
        port: int,
        sleep: Sleep = asyncio.sleep,
        certificate: Certificate | None = None,
        longest_session: float = LONGEST_SESSION,
    ) -> None:
        self._door = Door(app, sleep, all_ours=self.all_ours)
        super().__init__(self._door, hostname=host, port=port)
        self._domain: str = app.config["SETTINGS"].mail_domain
        self._guests: dict[Guest, str | None] = {}
        with app.app_context():
            self._places = rates.amount(PLACES) or PLACES.amount
            self._of_a_network = rates.amount(OF_A_NETWORK)
        self._certificate, self._longest_session = certificate, longest_session

    def factory(self) -> asyncio.Protocol:
        """The protocol of a new connection."""
        return Entrance(self._serve)

    def _has_place(self, network: str | None) -> bool:
        """Whether there is a place for one more connection; a quarter of all is for networks that have none.

        The operator's own mail servers have as many places for themselves.
        """
        guests = Counter(self._guests.values())
        own, strangers = guests[network], guests.total() - guests[None]
        if network is None or self._of_a_network is None:
            return (own if network is None else strangers) < self._places
        return own < self._of_a_network and strangers < self._places * (0.75 if own else 1)

    def _serve(self, address: str) -> Guest | None:
        """What serves a client at that address; None if there is no place."""
        network = self._door.network_of(address)
        if not self._has_place(network):
            return None
        guest = self.guest(
            self.handler,
            command_call_limit=CALLS if network else None,
            hostname=self._domain,
            ident="Sundial",
            data_size_limit=MAX_MAIL_BYTES,
            enable_SMTPUTF8=True,
            timeout=PATIENCE,
            loop=self.loop,
            tls_context=self._certificate.context() if self._certificate else None,
        )
        return guest.admit(self._guests, network, self._longest_session)


class LmtpServer(InboundServer):
    """The same for a mail server of the operator's own, which hands mails on by LMTP."""

    guest = LmtpGuest
    all_ours = True


def quiet() -> None:
    """Let aiosmtpd log nothing: it would write down whose mail is taken, and where clients are."""
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
