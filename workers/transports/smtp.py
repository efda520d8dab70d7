"""SMTP transport (RFC 5321): `smtp://user:password@host:port`, or `smtps://` for implicit TLS."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from smtplib import SMTP, SMTP_SSL, SMTPResponseException
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

from service.config.environment import BadConfiguration, Config
from service.notifications.outbox import NO_ANSWER
from workers.transports import Letter, Offering, TransportError, unnoted

Reply: TypeAlias = tuple[int, bytes | str]
"""A code and its text."""

SCHEMES = ("smtp", "smtps")
PORTS = {"smtp": 25, "smtps": 465}
TIMEOUT = 20.0
"""Timeout of each answer in seconds; the lease of an envelope is longer than a whole session of such answers."""
ACCEPTED = range(200, 300)
PERMANENT = range(500, 600)
GO_AHEAD = 354
"""The server is ready for the email."""
CLOSING = 421
"""The server closes the connection, whatever the command (section 3.8)."""


@dataclass(frozen=True)
class Smtp:
    """An SMTP server, with encryption whenever it is offered."""

    host: str
    port: int
    tls: bool
    our_name: str
    """Our host name in EHLO."""
    user: str = ""
    password: str = field(default="", repr=False)
    timeout: float = TIMEOUT

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Send the email on its own connection; as `SmtpLine.send`."""
        with self.line() as line:
            return line.send(letter, offering)

    @contextmanager
    def line(self) -> Iterator[SmtpLine]:
        """Open a context with a connection for many emails, made when the first of them is sent."""
        with closing(SmtpLine(self)) as line:
            yield line

    def connect(self) -> SMTP:
        """Open a connection without greeting; OSError or SMTPConnectError if that fails."""
        if self.tls:
            return SMTP_SSL(self.host, self.port, self.our_name, timeout=self.timeout, context=self._tls())
        return SMTP(self.host, self.port, self.our_name, timeout=self.timeout)

    def greet(self, server: SMTP) -> None:
        """Send EHLO, start TLS and log in, as the server and the address require; OSError or TransportError."""
        server.ehlo_or_helo_if_needed()
        if not self.tls and server.has_extn("starttls"):
            server.starttls(context=self._tls())
            server.ehlo()
        elif self.user and not self.tls:
            raise TransportError("the server offers no TLS, so it does not get our password", permanent=False)
        if self.user:
            server.login(self.user, self.password)

    def _tls(self) -> ssl.SSLContext:
        """Return a TLS context; it verifies the certificate for `smtps://`, or if a password is sent.

        STARTTLS that a server merely offers is used without verification: any encryption is better than none (RFC
        7435).
        """
        context = ssl.create_default_context()
        if not (self.tls or self.user):
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context


class SmtpLine:
    """One connection for consecutive emails, reopened if the server has closed it."""

    def __init__(self, smtp: Smtp) -> None:
        self._smtp = smtp
        self._server: SMTP | None = None

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Send an email. Only a reply about the recipient or the email can be a permanent refusal.

        If a reused connection is refused or closed before the email is offered, the email is sent over a new one.
        """
        if self._server is not None:
            with suppress(_Stale):
                return self._sent(self._server, letter, offering, used=True)
            self.close()
        try:
            self._server = self._smtp.connect()
            self._smtp.greet(self._server)
        except (SMTPResponseException, OSError, TransportError) as error:
            self._hang_up()
            raise _trouble(error) from None
        return self._sent(self._server, letter, offering, used=False)

    def close(self) -> None:
        """Close the connection without waiting for the reply to QUIT."""
        if self._server is not None:
            with suppress(OSError):
                self._server.putcmd("quit")
            self._hang_up()

    def _sent(self, server: SMTP, letter: Letter, offering: Offering, *, used: bool) -> str:
        try:
            return _dialogue(server, letter, offering, used=used)
        except TransportError as refusal:
            if refusal.away or not self._is_ready_again(server):
                self._hang_up()
            raise
        except (SMTPResponseException, OSError) as error:
            self._hang_up()
            raise _trouble(error) from None

    def _is_ready_again(self, server: SMTP) -> bool:
        """Reset the session after a refusal, and return whether the server is ready for the next email."""
        try:
            code, _ = server.rset()
        except (SMTPResponseException, OSError):
            return False
        return code in ACCEPTED

    def _hang_up(self) -> None:
        if self._server is not None:
            self._server.close()
        self._server = None


class _Stale(Exception):
    """A reused connection accepts no further email."""


def transport(settings: Config) -> Smtp:
    """Build the transport from SMTP_URL, or BadConfiguration."""
    try:
        url = urlsplit(settings.smtp_url or "")
        port = url.port or PORTS[url.scheme]
    except (ValueError, KeyError):
        raise BadConfiguration("SMTP_URL must look like smtp://host:port.") from None
    if not url.hostname:
        raise BadConfiguration("SMTP_URL names no host.")
    return Smtp(
        url.hostname,
        port,
        url.scheme == "smtps",
        settings.mail_domain,
        unquote(url.username or ""),
        unquote(url.password or ""),
    )


def _dialogue(server: SMTP, letter: Letter, offering: Offering, *, used: bool) -> str:
    try:
        sender = server.mail(letter.sender)
        recipient = server.rcpt(letter.recipient) if sender[0] in ACCEPTED else sender
        asked = server.docmd("data") if recipient[0] in ACCEPTED else recipient
    except OSError:
        if used:
            raise _Stale from None
        raise
    if used and (sender[0] not in ACCEPTED or CLOSING in (recipient[0], asked[0])):
        raise _Stale
    _expect(sender, ours=True)
    _expect(recipient)
    return _expect(_data(server, asked, letter.raw, offering))


def _data(server: SMTP, asked: Reply, raw: bytes, offering: Offering) -> Reply:
    """Send the data and return the reply, which may come before the data; TransportError if none comes after it."""
    if asked[0] != GO_AHEAD:
        return asked
    offering()
    server.send(_lines(raw) + b".\r\n")
    try:
        return server.getreply()
    except OSError as error:
        raise _trouble(error, unknown=True) from None


def _lines(raw: bytes) -> bytes:
    """Encode an email for the wire: whole lines, and a dot before each that begins with one (section 4.5.2)."""
    return re.sub(rb"(?m)^\.", b"..", raw if raw.endswith(b"\r\n") else raw + b"\r\n")


def _trouble(error: Exception, *, unknown: bool = False) -> TransportError:
    if isinstance(error, TransportError):
        return error
    if isinstance(error, SMTPResponseException):
        return TransportError(said(error.smtp_code, error.smtp_error), permanent=False)
    return TransportError(f"{NO_ANSWER} ({type(error).__name__})", permanent=False, unknown=unknown, away=True)


def _expect(reply: Reply, *, ours: bool = False) -> str:
    """Return the reply as text if it accepts; or TransportError, never a permanent one if the fault is `ours`."""
    code, _ = reply
    if code not in ACCEPTED:
        raise TransportError(said(*reply), permanent=code in PERMANENT and not ours)
    return said(*reply)


def said(code: int, text: bytes | str) -> str:
    """Format a reply as text, the code first."""
    return f"{code} {text.decode('ascii', 'replace') if isinstance(text, bytes) else text}"
