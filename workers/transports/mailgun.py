"""Mailgun transport over HTTPS: `mailgun://API-KEY@api.mailgun.net`, or `@api.eu.mailgun.net`.

The email is sent unchanged (`messages.mime`), under our Message-ID; its outcome comes by webhooks
(`service.api.hooks`).
"""

from __future__ import annotations

import base64
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from secrets import token_hex
from urllib.parse import unquote, urlsplit

import httpcore

from service.config.environment import BadConfiguration, Config
from service.notifications.outbox import NO_ANSWER
from workers.transports import Letter, Offering, TransportError, unnoted

SCHEMES = ("mailgun",)
PORT = 443
TIMEOUT = 20.0
"""Seconds to connect, and between two pieces of an answer."""
ACCEPTED = 200
OF_THE_MAIL = frozenset({400, 413})
"""Statuses about this email; all others are about our account, our key or their service, and are temporary."""
MAX_SAID = 500
_TIMEOUTS = {"timeout": {"connect": TIMEOUT, "read": TIMEOUT, "write": TIMEOUT, "pool": TIMEOUT}}


@dataclass(frozen=True)
class Mailgun:
    """The Mailgun API, for one domain."""

    host: str
    port: int
    domain: str
    key: str = field(repr=False)
    trust: ssl.SSLContext | None = None
    """The certificates to trust, if not the system's."""

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Send the email on its own connection; as `MailgunLine.send`."""
        with self.line() as line:
            return line.send(letter, offering)

    @contextmanager
    def line(self) -> Iterator[MailgunLine]:
        """Open a context with one connection for many emails, made when the first of them is sent."""
        with httpcore.ConnectionPool(ssl_context=self.trust, max_connections=1) as pool:
            yield MailgunLine(self, pool)


class MailgunLine:
    """Requests on one connection, which is reopened if the server has closed it."""

    def __init__(self, service: Mailgun, pool: httpcore.ConnectionPool) -> None:
        self._service = service
        self._pool = pool

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Send the email and return the answer. Only an answer about the email itself is a permanent refusal.

        If the connection breaks after the email was begun, its delivery is unknown.
        """
        boundary = f"sundial-{token_hex(16)}"
        offering()
        try:
            answer = self._posted(_form(letter, boundary), boundary)
        except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
            raise TransportError(f"{NO_ANSWER} ({type(error).__name__})", permanent=False, away=True) from None
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as error:
            said = f"{NO_ANSWER} ({type(error).__name__})"
            raise TransportError(said, permanent=False, unknown=True, away=True) from None
        said = f"{answer.status} {answer.content.decode('utf-8', 'replace')[:MAX_SAID]}"
        if answer.status != ACCEPTED:
            raise TransportError(said, permanent=answer.status in OF_THE_MAIL)
        return said

    def _posted(self, form: bytes, boundary: str) -> httpcore.Response:
        service = self._service
        url = f"https://{service.host}:{service.port}/v3/{service.domain}/messages.mime"
        credentials = base64.b64encode(f"api:{service.key}".encode()).decode()
        headers = [
            ("Host", service.host),
            ("Authorization", f"Basic {credentials}"),
            ("Content-Type", f"multipart/form-data; boundary={boundary}"),
        ]
        return self._pool.request("POST", url, headers=headers, content=form, extensions=_TIMEOUTS)


def transport(settings: Config) -> Mailgun:
    """Build the transport from SMTP_URL, or BadConfiguration."""
    try:
        url = urlsplit(settings.smtp_url or "")
        port = url.port or PORT
    except ValueError:
        raise BadConfiguration("SMTP_URL must look like mailgun://API-KEY@api.mailgun.net.") from None
    if not (url.hostname and url.username):
        raise BadConfiguration("SMTP_URL must look like mailgun://API-KEY@api.mailgun.net.")
    return Mailgun(url.hostname, port, settings.mail_domain, unquote(url.username))


def _form(letter: Letter, boundary: str) -> bytes:
    """Build the form with `to` and `message` (RFC 7578), with Mailgun's link tracking disabled."""
    fields = {"to": letter.recipient, "o:tracking": "no"}
    parts = [_part(boundary, f'name="{name}"', value.encode()) for name, value in fields.items()]
    parts.append(_part(boundary, 'name="message"; filename="message.eml"', letter.raw))
    return b"".join([*parts, f"--{boundary}--\r\n".encode()])


def _part(boundary: str, name: str, value: bytes) -> bytes:
    return f"--{boundary}\r\nContent-Disposition: form-data; {name}\r\n\r\n".encode() + value + b"\r\n"
