"""Handing mails to an SMTP server (RFC 5321): `smtp://user:password@host:port`, or `smtps://` for TLS at once."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from smtplib import SMTP, SMTP_SSL, SMTPResponseException
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

from service.core.config import BadConfiguration, Config
from workers.transports import Letter, Offering, TransportError, unnoted

Reply: TypeAlias = tuple[int, bytes | str]
"""A code and its text."""

SCHEMES = ("smtp", "smtps")
PORTS = {"smtp": 25, "smtps": 465}
TIMEOUT = 20.0
"""Seconds to wait for each answer; the lease of an envelope is longer than a whole dialogue of such answers."""
ACCEPTED = range(200, 300)
PERMANENT = range(500, 600)
GO_AHEAD = 354
"""The mail may follow."""
CLOSING = 421
"""The server ends the connection, whatever was asked (section 3.8)."""


@dataclass(frozen=True)
class Smtp:
    """One server, to which connections are encrypted whenever it can."""

    host: str
    port: int
    tls: bool
    our_name: str
    """What we call ourselves when we say hello."""
    user: str = ""
    password: str = field(default="", repr=False)
    timeout: float = TIMEOUT

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Hand the letter to the server, on a connection of its own; as `SmtpLine.send`."""
        with self.line() as line:
            return line.send(letter, offering)

    @contextmanager
    def line(self) -> Iterator[SmtpLine]:
        """A connection for many letters, made when the first of them is sent."""
        with closing(SmtpLine(self)) as line:
            yield line

    def connect(self) -> SMTP:
        """A connection on which nothing has been said yet; OSError or SMTPConnectError if there is none."""
        if self.tls:
            return SMTP_SSL(self.host, self.port, self.our_name, timeout=self.timeout, context=self._tls())
        return SMTP(self.host, self.port, self.our_name, timeout=self.timeout)

    def greet(self, server: SMTP) -> None:
        """Say hello, encrypt and sign in, as server and address ask for; OSError or TransportError."""
        server.ehlo_or_helo_if_needed()
        if not self.tls and server.has_extn("starttls"):
            server.starttls(context=self._tls())
            server.ehlo()
        elif self.user and not self.tls:
            raise TransportError("the server offers no TLS, so it does not get our password", permanent=False)
        if self.user:
            server.login(self.user, self.password)

    def _tls(self) -> ssl.SSLContext:
        """Encryption; the certificate is checked where it was asked for by the scheme, or where a password follows.

        STARTTLS that a server merely offers is taken as it comes: any encryption is better than none (RFC 7435).
        """
        context = ssl.create_default_context()
        if not (self.tls or self.user):
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context


class SmtpLine:
    """One connection, for one letter after the other; a server that has closed it meanwhile is connected to anew."""

    def __init__(self, smtp: Smtp) -> None:
        self._smtp = smtp
        self._server: SMTP | None = None

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Hand the letter to the server. Only what it says of the recipient or the mail can be a permanent refusal.

        What a connection that was used before says of us, or that it is over, counts for nothing: the letter, of which
        nothing was offered yet, goes over a new one.
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
        """Leave, without waiting for a goodbye: whatever the server has taken, it has taken."""
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
        """Whether the server forgets a letter that it has refused, and hears the next one."""
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
    """A connection that was used before takes no further letter."""


def transport(settings: Config) -> Smtp:
    """The server that SMTP_URL names, or BadConfiguration."""
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
    """The answer to the mail itself, also where it comes before the mail; TransportError if none comes after it."""
    if asked[0] != GO_AHEAD:
        return asked
    offering()
    server.send(_lines(raw) + b".\r\n")
    try:
        return server.getreply()
    except OSError as error:
        raise TransportError(f"no answer ({type(error).__name__})", permanent=False, unknown=True, away=True) from None


def _lines(raw: bytes) -> bytes:
    """The mail as it goes over the wire: whole lines, a dot before each that begins with one (section 4.5.2)."""
    return re.sub(rb"(?m)^\.", b"..", raw if raw.endswith(b"\r\n") else raw + b"\r\n")


def _trouble(error: Exception) -> TransportError:
    if isinstance(error, TransportError):
        return error
    if isinstance(error, SMTPResponseException):
        return TransportError(said(error.smtp_code, error.smtp_error), permanent=False)
    return TransportError(f"no answer ({type(error).__name__})", permanent=False, away=True)


def _expect(reply: Reply, *, ours: bool = False) -> str:
    """The reply as text, if it accepts; TransportError otherwise, never a permanent one where the fault is `ours`."""
    code, _ = reply
    if code not in ACCEPTED:
        raise TransportError(said(*reply), permanent=code in PERMANENT and not ours)
    return said(*reply)


def said(code: int, text: bytes | str) -> str:
    """A reply as text, the code first."""
    return f"{code} {text.decode('ascii', 'replace') if isinstance(text, bytes) else text}"
