"""SMTP commands of the inbound server, called by aiosmtpd: check recipients, and store an email before accepting it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import cast
from weakref import WeakKeyDictionary

from aiosmtpd.smtp import SMTP, Envelope, Session
from flask import Flask

from service.config.environment import Config, is_in
from service.db import clock
from service.language.errors import TooMany
from service.notifications.boxes import box_at
from service.notifications.inbound import check_database
from service.notifications.taking import (
    MAX_MAIL_BYTES,
    MAX_RECIPIENTS,
    Intake,
    NotTaken,
    Rejection,
    take,
)
from service.security import rates
from workers.error_barrier import survive

PATIENCE = 30.0
"""Seconds that the database has to answer; RFC 5321, 4.5.3.2 lets clients wait for minutes."""

FREE_GUESSES = 3
"""Unknown recipients per session that are answered without delay: a typing error, or an old list."""
LONGEST_PAUSE = 10.0
"""Seconds; the first pause is one second, and each is twice as long as the one before."""
MOST_GUESSES = 20

KEPT = "250 2.0.0 Kept"
SENDER_OK = "250 2.1.0 OK"
RECIPIENT_OK = "250 2.1.5 OK"
NOBODY = Rejection.NOBODY.value
GOODBYE = "421"
TOO_MANY_GUESSES = "421 4.7.0 Too many recipients that we do not know, please try again later"
NOT_IN_ASCII = "553 5.6.7 The sender's address must be ASCII"
TOO_MUCH = "452 4.3.1 Too much mail ({bucket}), please try again in {retry_after} seconds"
NOT_NOW = "451 4.3.0 Not now, please try again later"

Sleep = Callable[[float], Awaitable[None]]

log = logging.getLogger(__name__)


class Door:
    """Handler of MAIL, RCPT and DATA. Database work runs in threads, so that clients do not block each other.

    With `all_ours`, each client is a mail server of the operator, which reports the origin of its email.
    """

    def __init__(self, app: Flask, sleep: Sleep = asyncio.sleep, *, all_ours: bool = False) -> None:
        settings: Config = app.config["SETTINGS"]
        self._app, self._all_ours = app, all_ours
        self._sleep = sleep
        self._domain, self._relays = settings.mail_domain.lower(), settings.inbound_relays
        self._guesses: WeakKeyDictionary[Session, int] = WeakKeyDictionary()

    async def handle_MAIL(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Check that the sender's address is ASCII, so that we can reply even to SMTPUTF8 email (RFC 6531)."""
        if not address.isascii():
            return NOT_IN_ASCII
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return SENDER_OK

    def network_of(self, address: str) -> str | None:
        """Return the network of a client, as in `rates.area`; None for a mail server of the operator."""
        with self._app.app_context():
            return None if self._all_ours or is_in(address, self._relays) else rates.area(address)

    async def handle_RCPT(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept a recipient if the box exists and an email of the announced size can be stored."""
        local_part, _, domain = address.rpartition("@")
        if domain.lower() != self._domain:
            return await self._unknown(session, Rejection.NOT_OURS)
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return Rejection.TOO_MANY.value
        if not self._knows(local_part):
            return await self._unknown(session, NOBODY)
        network, size = self.network_of(_address(session)), size_named(envelope)

        def look() -> None:
            check_database()
            if network and size:
                Intake(network).look(_boxes([*envelope.rcpt_tos, address]), min(size, MAX_MAIL_BYTES))

        said = await self._done(look, RECIPIENT_OK)
        if said == RECIPIENT_OK:
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  # as above
        """Store the email before confirming it."""
        raw = cast("bytes", envelope.original_content)
        boxes, sender = _boxes(envelope.rcpt_tos), envelope.mail_from
        network = self.network_of(_address(session))
        intake = Intake(network) if network else None
        return await self._done(lambda: take(boxes, sender, raw, clock.now(), intake), KEPT)

    async def handle_exception(self, error: Exception) -> str:
        """Return the reply after a fault of ours, without details."""
        log.error("the mail server failed: %s", type(error).__name__)
        return NOT_NOW

    async def _unknown(self, session: Session, answer: str) -> str:
        """Return the reply to an unknown recipient; delay guessing clients more and more, and at last disconnect."""
        guesses = self._guesses[session] = self._guesses.get(session, 0) + 1
        if guesses > FREE_GUESSES:
            await self._sleep(min(2.0 ** (guesses - FREE_GUESSES - 1), LONGEST_PAUSE))
        return answer if guesses < MOST_GUESSES else TOO_MANY_GUESSES

    def _knows(self, local_part: str) -> bool:
        with self._app.app_context():
            return box_at(local_part) is not None

    async def _done(self, work: Callable[[], None], good: str) -> str:
        """Run work in a thread and return the reply: `good`, or why it cannot be done now."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.to_thread(self._said, work, good)
        except TimeoutError:
            return NOT_NOW

    def _said(self, work: Callable[[], None], good: str) -> str:
        said = [NOT_NOW]

        def tried() -> None:
            try:
                work()
            except TooMany as full:
                said.append(TOO_MUCH.format(**full.details))
            except NotTaken as refused:
                said.append(refused.why.value)
            else:
                said.append(good)

        with self._app.app_context():
            survive(tried, "a mail that came in")
        return said[-1]


def _address(session: Session) -> str:
    peer = cast("tuple[str, int]", session.peer)
    return peer[0]


def _boxes(addresses: Sequence[str]) -> list[str]:
    return [address.rpartition("@")[0] for address in addresses]


def size_named(envelope: Envelope) -> int:
    """Return the announced size of an email in bytes (RFC 1870), or 0."""
    return next((int(each[5:]) for each in envelope.mail_options if each.startswith("SIZE=")), 0)
