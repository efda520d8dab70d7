"""The SMTP server (RFC 5321) for email to our domain, behind a mail transfer agent or alone."""

from __future__ import annotations

import asyncio
import logging
import ssl
from asyncio import BaseTransport, Protocol, Transport
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Self, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, syntax
from flask import Flask

from service.config.limits import limit
from service.notifications.taking import MAX_MAIL_BYTES, MAX_WITH_FILES, Rejection
from service.security import rates
from workers.inbound.door import GOODBYE, Door, Sleep, size_named

PLACES, OF_A_NETWORK = limit("smtp-places"), limit("smtp-connections")
LONGEST_SESSION = 600.0
"""Seconds after which a session ends, between two emails."""
CALLS = {"*": 20, "MAIL": 200, "RCPT": 1200, "DATA": 200, "RSET": 200}
"""Limits per command in a session, except for the operator's own mail servers."""
MAX_LINE_BYTES = 64 * 1024
"""RFC 5322 allows 998; mail programs often write a whole page of HTML in one line."""
LARGE_AT_ONCE = 4
"""Emails with files that are received at a time: each takes about four times its size in memory."""
PATIENCE = 120.0
"""Seconds that a client may be silent, or take for one email."""
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
"""Replacements for aiosmtpd's replies: 500 would mean to a sender that the command is unknown."""

log = logging.getLogger(__name__)


class Guest(SMTP):
    """One SMTP connection, counted per network, with a limited duration."""

    line_length_limit = MAX_LINE_BYTES
    _large = asyncio.Semaphore(LARGE_AT_ONCE)

    def admit(self, guests: dict[Guest, str | None], network: str | None, seconds: float) -> Self:
        """Register a connection with its network, and limit its duration in seconds."""
        self._guests, self._network = guests, network
        self._is_in_data = self._is_late = False
        self._ending = self.loop.call_later(seconds, self._end)
        return self

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the connection; called again after STARTTLS, which discards all earlier input."""
        self._guests[self], self._lines = self._network, Lines()
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass on the client's input, with overlong lines shortened."""
        super().data_received(self._lines.shortened(data, b"\r\n" if self._is_in_data else b"\n"))

    @syntax("STARTTLS", when="tls_context")
    async def smtp_STARTTLS(self, arg: str) -> None:  # noqa: N802  # aiosmtpd's name
        """Start TLS, once."""
        if self.session and self.session.ssl is not None:
            await self.push("503 5.5.1 This connection is encrypted already")
        else:
            await super().smtp_STARTTLS(arg)

    def connection_lost(self, error: Exception | None) -> None:
        """Stop counting the connection."""
        self._guests.pop(self, None)
        self._ending.cancel()
        super().connection_lost(error)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802  # aiosmtpd's name
        """Receive an email; a session that has lasted too long ends after it.

        Few large emails are received at a time, and only if their size was announced (RFC 1870). Others wait.
        """
        is_large = self.envelope is not None and size_named(self.envelope) > MAX_MAIL_BYTES
        async with self._large if is_large else nullcontext():
            self._is_in_data = True
            try:
                self.data_size_limit = MAX_WITH_FILES if is_large else MAX_MAIL_BYTES
                await super().smtp_DATA(arg)
            finally:
                self._is_in_data, self.data_size_limit = False, MAX_WITH_FILES
        if self._is_late:
            self._end()

    def _end(self) -> None:
        """End the session between two emails; an email that has begun gets limited time to finish."""
        is_between = self.envelope is None or not self.envelope.mail_from
        if self._is_in_data or not (is_between or self._is_late):
            self._is_late = True
            self._ending = self.loop.call_later(PATIENCE, self._end)
        elif self.transport is not None:
            cast("Transport", self.transport).write(LASTED_TOO_LONG)
            self.transport.close()
            self._guests.pop(self, None)  # a hanging handshake would never call connection_lost

    async def push(self, status: str | bytes) -> None:
        """Send a reply, in our wording, and close the connection after a 421."""
        said = status.decode() if isinstance(status, bytes) else REPLIES.get(status, status)
        await super().push(said)
        if said.startswith(GOODBYE) and self.transport is not None:
            self.transport.close()


class LmtpGuest(Guest):
    """One LMTP connection (RFC 2033) of a server on this machine or network, with a reply per recipient."""

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, hostname: str) -> None:  # noqa: N802  # aiosmtpd's name
        """Handle LHLO as EHLO."""
        await super().smtp_EHLO(hostname)

    async def smtp_HELO(self, hostname: str) -> None:  # noqa: N802  # as above
        """Refuse HELO, which LMTP does not have (section 4.1)."""
        await self.push("500 5.5.1 This is LMTP: say LHLO")

    async def smtp_EHLO(self, hostname: str) -> None:  # noqa: N802  # as above
        """Refuse EHLO, which LMTP does not have (section 4.1)."""
        await self.smtp_HELO(hostname)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802  # as above
        """Receive an email, and reply once for each accepted recipient (section 4.2)."""
        try:
            await super().smtp_DATA(arg)
        finally:
            self._answers = 1

    _answers = 1

    async def push(self, status: str | bytes) -> None:
        """Send a reply; after an email, once per recipient."""
        for _ in range(self._answers):
            await super().push(status)
        if status == GO_ON and self.envelope:
            self._answers = len(self.envelope.rcpt_tos)


class Lines:
    """Shortens overlong lines as they arrive, because aiosmtpd buffers a line until its end."""

    def __init__(self) -> None:
        self._held = b""
        """A CR that may be the first half of a line end."""
        self._length = 0
        """The length kept of the current line."""

    def shortened(self, data: bytes, separator: bytes) -> bytes:
        """Return the input with overlong lines cut to one byte over the limit, and their line ends.

        aiosmtpd ends a command at LF alone, but a line of an email at CR and LF.
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
    """A new connection: served if its network has a free place, or answered with 421 and closed."""

    def __init__(self, serve: Callable[[str], Guest | None]) -> None:
        self._serve = serve

    def connection_made(self, transport: BaseTransport) -> None:
        """Serve the client, if its network has a free place."""
        client = cast("Transport", transport)
        peer = client.get_extra_info("peername")  # empty if the client has disconnected already
        if guest := self._serve(peer[0]) if peer else None:
            client.set_protocol(guest)
            guest.connection_made(client)
        else:
            client.write(BUSY)
            client.close()


class Certificate:
    """A PEM file with the certificate chain and the key, unless that is in another file.

    It is reloaded after a change, as other programs renew it.
    """

    def __init__(self, chain: Path, key: Path | None = None) -> None:
        self._chain, self._key = chain, key
        self._read_at = self._changed_at()
        self._context = self._read()

    def context(self) -> ssl.SSLContext:
        """Return the TLS context, reloaded after a change; the former one if the new file is unusable."""
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
    """The SMTP server on a host and port, in a thread. With a `certificate` it offers STARTTLS (RFC 3207)."""

    guest = Guest
    all_ours = False
    """Whether all clients are the operator's own mail servers, wherever they are."""

    def __init__(  # each is a setting, or set by tests
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
        """Create the protocol of a new connection."""
        return Entrance(self._serve)

    def _has_place(self, network: str | None) -> bool:
        """Return whether there is a place for one more connection; a quarter is reserved for networks that have none.

        The operator's own mail servers have the same number of places for themselves.
        """
        guests = Counter(self._guests.values())
        own, strangers = guests[network], guests.total() - guests[None]
        if network is None or self._of_a_network is None:
            return (own if network is None else strangers) < self._places
        return own < self._of_a_network and strangers < self._places * (0.75 if own else 1)

    def _serve(self, address: str) -> Guest | None:
        """Create the protocol that serves a client at an address; None if there is no place."""
        network = self._door.network_of(address)
        if not self._has_place(network):
            return None
        guest = self.guest(
            self.handler,
            command_call_limit=CALLS if network else None,
            hostname=self._domain,
            ident="Sundial",
            data_size_limit=MAX_WITH_FILES,
            enable_SMTPUTF8=True,
            timeout=PATIENCE,
            loop=self.loop,
            tls_context=self._certificate.context() if self._certificate else None,
        )
        return guest.admit(self._guests, network, self._longest_session)


class LmtpServer(InboundServer):
    """An LMTP server for a mail server of the operator."""

    guest = LmtpGuest
    all_ours = True


def quiet() -> None:
    """Silence aiosmtpd's log, which would contain email addresses and client addresses."""
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
