"""A mail server that stores emails, or gives configured replies."""

import asyncio
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cached_property
from threading import Condition
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from service.embedded.ports import free_port

ACCEPT = "250 2.0.0 Kept"
TRY_AGAIN = "451 4.3.0 Not now"
REFUSE = "550 5.1.1 Nobody of that name"
HANG = "hang"
"""Take the mail and never say a word again."""


@dataclass(frozen=True)
class Received:
    """An email as received."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes

    @cached_property
    def message(self) -> EmailMessage:
        """The email, parsed."""
        return message_from_bytes(self.raw, policy=policy.default)


class Sink:
    """An SMTP server on the loopback. `answer` is its reply to the next emails; only accepted ones are stored.

    The settings are aiosmtpd's, for TLS and signing in.
    """

    controller = Controller
    """What serves it."""

    def __init__(self, **settings: Any) -> None:
        self._settings = settings
        self.answer = ACCEPT
        self.mails: list[Received] = []
        self.attempts = 0
        self._changed = Condition()
        self._port = free_port()
        self._server: Controller | None = None

    @property
    def url(self) -> str:
        """Return the SMTP_URL of this server."""
        return f"smtp://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start to listen, always on the same port."""
        self._server = self.controller(self, hostname="127.0.0.1", port=self._port, **self._settings)
        self._server.start()

    def stop(self) -> None:
        """Refuse connections until it is started again."""
        if self._server:
            self._server.stop()
            self._server = None

    def clear(self) -> None:
        """Delete all emails and accept the next ones."""
        self.answer = ACCEPT
        self.mails.clear()
        self.attempts = 0

    def wait_for(self, count: int, timeout: float = 20.0) -> list[Received]:
        """Wait for this many emails, or for the timeout; return those stored."""
        with self._changed:
            self._changed.wait_for(lambda: len(self.mails) >= count, timeout)
            return list(self.mails)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 -- aiosmtpd calls it
        """Store or refuse a complete email; called by aiosmtpd."""
        with self._changed:
            self.attempts += 1
            if self.answer == ACCEPT:
                self.mails.append(Received(envelope.mail_from or "", tuple(envelope.rcpt_tos), content(envelope)))
            self._changed.notify_all()
        if self.answer == HANG:
            await asyncio.get_running_loop().create_future()
        return self.answer


def content(envelope: Envelope) -> bytes:
    """Return the bytes of an email; aiosmtpd has text only if configured to decode."""
    return cast("bytes", envelope.original_content)
