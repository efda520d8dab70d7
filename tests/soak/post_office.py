"""The mail server that the installation mails through: it keeps what it takes, says so or not, and can misbehave."""

from __future__ import annotations

import asyncio
import re
from asyncio import WriteTransport
from collections import defaultdict
from dataclasses import dataclass
from threading import Lock

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.sink import ACCEPT, HANG, TRY_AGAIN, Received, Sink, content

LOSE = "lose"
"""Take the mail and hang up: the sender never hears that it was taken."""
KEEPING = (ACCEPT, LOSE, HANG)
MESSAGE_ID = re.compile(rb"^Message-ID: (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Taken:
    """A mail that was kept, and whether its sender was told so."""

    mail: Received
    message_id: str
    said_so: bool


class PostOffice(Sink):
    """An SMTP server whose `answer` may also be LOSE; with HANG, too, it has the mail."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[Taken] = []
        self._first: defaultdict[str, dict[str, Received]] = defaultdict(dict)
        self._lock = Lock()

    def copies_apart(self, recipient: str) -> list[Received]:
        """The mails to somebody, without the copies that came of the same mail later."""
        with self._lock:
            return list(self._first[recipient].values())

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 -- aiosmtpd calls it
        """Called by aiosmtpd when a mail is complete."""
        answer = self.answer
        if answer in KEEPING:
            self._keep(Received(envelope.mail_from or "", tuple(envelope.rcpt_tos), content(envelope)), answer)
        if answer == HANG:
            await asyncio.get_running_loop().create_future()
        if answer == LOSE:
            assert isinstance(server.transport, WriteTransport)
            server.transport.abort()
            return TRY_AGAIN
        return answer

    def _keep(self, mail: Received, answer: str) -> None:
        named = MESSAGE_ID.search(mail.raw)
        name = named[1].decode() if named else ""
        with self._lock:
            self.taken.append(Taken(mail, name, said_so=answer == ACCEPT))
            for recipient in mail.recipients:
                self._first[recipient].setdefault(name, mail)
