"""Handing mails to an SMTP server (RFC 5321): `smtp://user:password@host:port`, or `smtps://` for TLS at once."""

from __future__ import annotations

import re
import ssl
from contextlib import closing
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


@dataclass(frozen=True)
class Smtp:
    """One server. Each mail has a connection of its own, encrypted whenever the server can."""

    host: str
    port: int
    tls: bool
    our_name: str
    """What we call ourselves when we say hello."""
    user: str = ""
    password: str = field(default="", repr=False)
    timeout: float = TIMEOUT

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Hand the letter to the server. Only what it says of the recipient or the mail can be a permanent refusal.

        Once the server has taken the mail, nothing can go wrong any more: we leave without waiting for a goodbye.
        """
        try:
            with closing(self.connect()) as server:
                self.greet(server)
                _expect(server.mail(letter.sender), ours=True)
                _expect(server.rcpt(letter.recipient))
                reply = _expect(_data(server, letter.raw, offering))
                server.putcmd("quit")
        except SMTPResponseException as error:
            raise TransportError(said(error.smtp_code, error.smtp_error), permanent=False) from None
        except OSError as error:
            raise TransportError(f"no answer ({type(error).__name__})", permanent=False, away=True) from None
        return reply

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


def _data(server: SMTP, raw: bytes, offering: Offering) -> Reply:
    """The answer to the mail itself, also where it comes before the mail; TransportError if none comes after it."""
    asked = server.docmd("data")
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


def _expect(reply: Reply, *, ours: bool = False) -> str:
    """The reply as text, if it accepts; TransportError otherwise, never a permanent one where the fault is `ours`."""
    code, _ = reply
    if code not in ACCEPTED:
        raise TransportError(said(*reply), permanent=code in PERMANENT and not ours)
    return said(*reply)


def said(code: int, text: bytes | str) -> str:
    """A reply as text, the code first."""
    return f"{code} {text.decode('ascii', 'replace') if isinstance(text, bytes) else text}"
