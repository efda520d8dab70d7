"""What the SMTP server says: whose mail is taken, and that taken means kept. aiosmtpd calls the methods here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import cast
from weakref import WeakKeyDictionary

from aiosmtpd.smtp import SMTP, Envelope, Session
from flask import Flask

from service.core import clock
from service.post.boxes import box_at
from service.post.inbound import check_database
from service.post.taking import MAX_RECIPIENTS, NotTaken, Rejection, check_size, take
from workers.surviving import survive

PATIENCE = 30.0
"""Seconds that the database has to answer; RFC 5321, 4.5.3.2 lets clients wait for minutes."""

FREE_GUESSES = 3
"""Recipients in one session that we do not know and answer at once: somebody has mistyped, or a list is old."""
LONGEST_PAUSE = 10.0
"""Seconds; the first pause is one, and each is twice as long as the one before."""
MOST_GUESSES = 20

KEPT = "250 2.0.0 Kept"
SENDER_OK = "250 2.1.0 OK"
RECIPIENT_OK = "250 2.1.5 OK"
NOBODY = Rejection.NOBODY.value
GOODBYE = "421"
TOO_MANY_GUESSES = "421 4.7.0 Too many recipients that we do not know, please try again later"
NOT_IN_ASCII = "553 5.6.7 The sender's address must be ASCII"
NOT_NOW = "451 4.3.0 Not now, please try again later"

Sleep = Callable[[float], Awaitable[None]]

log = logging.getLogger(__name__)


class Door:
    """Answer MAIL, RCPT and DATA. Work on the database is done in threads, so that clients do not block each other."""

    def __init__(self, app: Flask, sleep: Sleep = asyncio.sleep) -> None:
        self._app = app
        self._sleep = sleep
        self._domain: str = app.config["SETTINGS"].mail_domain.lower()
        self._guesses: WeakKeyDictionary[Session, int] = WeakKeyDictionary()

    async def handle_MAIL(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Tell whether the sender's address is one that we can write to, even for SMTPUTF8 mail (RFC 6531)."""
        if not address.isascii():
            return NOT_IN_ASCII
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return SENDER_OK

    async def handle_RCPT(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Whether the box exists. A recipient is only taken while mails can be kept."""
        local_part, _, domain = address.rpartition("@")
        if domain.lower() != self._domain:
            return await self._unknown(session, Rejection.NOT_OURS)
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return Rejection.TOO_MANY.value
        if not self._knows(local_part):
            return await self._unknown(session, NOBODY)
        if not await self._done(check_database):
            return NOT_NOW
        envelope.rcpt_tos.append(address)
        return RECIPIENT_OK

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  # as above
        """Keep the mail, then say so."""
        raw = cast("bytes", envelope.original_content)
        try:
            check_size(raw)
        except NotTaken as refused:
            return refused.why.value
        boxes = [address.rpartition("@")[0] for address in envelope.rcpt_tos]
        sender, now = envelope.mail_from, clock.now

        def keep() -> None:
            take(boxes, sender, raw, now())

        return KEPT if await self._done(keep) else NOT_NOW

    async def handle_exception(self, error: Exception) -> str:
        """What is said after a fault of ours; nothing of what is inside."""
        log.error("the mail server failed: %s", type(error).__name__)
        return NOT_NOW

    async def _unknown(self, session: Session, answer: str) -> str:
        """The answer to a recipient whom we do not know: later and later for who guesses, and at last goodbye."""
        guesses = self._guesses[session] = self._guesses.get(session, 0) + 1
        if guesses > FREE_GUESSES:
            await self._sleep(min(2.0 ** (guesses - FREE_GUESSES - 1), LONGEST_PAUSE))
        return answer if guesses < MOST_GUESSES else TOO_MANY_GUESSES

    def _knows(self, local_part: str) -> bool:
        with self._app.app_context():
            return box_at(local_part) is not None

    async def _done(self, work: Callable[[], None]) -> bool:
        """Whether the work was done in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.to_thread(self._survived, work)
        except TimeoutError:
            return False

    def _survived(self, work: Callable[[], None]) -> bool:
        with self._app.app_context():
            return survive(work, "a mail that came in")
