"""The mail server of the installation: it stores emails, acknowledges them or not, and can misbehave."""

from __future__ import annotations

import asyncio
import re
from asyncio import WriteTransport
from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.sink import ACCEPT, HANG, TRY_AGAIN, Received, Sink, content

LOSE = "lose"
"""Take the mail and hang up: the sender never hears that it was taken."""
KEEPING = (ACCEPT, LOSE, HANG)
MESSAGE_ID = re.compile(rb"^Message-ID: (\S+)", re.MULTILINE)
GO_AHEAD = "354 Go on"
MOMENT = 0.05


class Fate(StrEnum):
    """The fate of the email to a recipient."""

    BUSY = "mail server says 451 to the recipient"
    NOBODY = "mail server says 550 to the recipient"
    UNWANTED = "mail server says 554 to the mail"
    DROPPED = "mail server hangs up before the final dot"
    KILLED_BEFORE = "kill -9 mails before the final dot"
    KILLED_AFTER = "kill -9 mails after the final dot"


REFUSING = (Fate.NOBODY, Fate.UNWANTED)
"""For good; what else happens, happens to the first attempt."""
KILLING = (Fate.KILLED_BEFORE, Fate.KILLED_AFTER)
"""The server says nothing until its client is gone."""
SAYS = {Fate.BUSY: TRY_AGAIN, Fate.NOBODY: "550 5.1.1 Nobody of that name", Fate.UNWANTED: "554 5.6.0 Not wanted"}


@dataclass(frozen=True)
class Taken:
    """A stored email, and whether its sender got an acknowledgement."""

    mail: Received
    message_id: str
    said_so: bool


class Counter(SMTP):
    """SMTP session that can hang up or fall silent during an email."""

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 -- aiosmtpd calls it
        """Receive an email; called by aiosmtpd."""
        office, envelope = self.event_handler, self.envelope
        assert isinstance(office, PostOffice)
        assert envelope is not None
        fate = office.meet(envelope.rcpt_tos, Fate.DROPPED, Fate.KILLED_BEFORE)
        if fate is None:
            await super().smtp_DATA(arg)
            return
        await self.push(GO_AHEAD)
        if fate == Fate.DROPPED:
            await asyncio.sleep(MOMENT)
            _hang_up(self)
        await asyncio.get_running_loop().create_future()


class Counters(Controller):
    """Serves such counters."""

    def factory(self) -> SMTP:
        """Create the session of a connection."""
        return Counter(self.handler, **self.SMTP_kwargs)


class PostOffice(Sink):
    """An SMTP server whose `answer` may also be LOSE; HANG stores the email, too."""

    controller = Counters

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[Taken] = []
        self.met: set[str] = set()
        """Recipients whose fate has come about."""
        self._fates: dict[str, Fate] = {}
        self._first: defaultdict[str, dict[str, Received]] = defaultdict(dict)
        self._lock = Lock()

    def copies_apart(self, recipient: str) -> list[Received]:
        """Return the emails to a recipient, without later copies of the same one."""
        with self._lock:
            return list(self._first[recipient].values())

    def has_said_so(self, recipient: str) -> bool:
        """Check whether an email to a recipient was accepted and acknowledged."""
        with self._lock:
            return any(taken.said_so and recipient in taken.mail.recipients for taken in self.taken)

    def doom(self, recipient: str, fate: Fate) -> None:
        """Set the fate of the next email to a recipient, or of all if it is refused."""
        self._fates[recipient] = fate

    def meet(self, recipients: list[str], *fates: Fate) -> Fate | None:
        """Return and clear the fate of an email among these; refusals stay."""
        found = next(((each, fate) for each in recipients if (fate := self._fates.get(each)) in fates), None)
        if found is None:
            return None
        recipient, fate = found
        if fate not in REFUSING:
            del self._fates[recipient]
        self.met.add(recipient)
        return fate

    async def handle_RCPT(  # noqa: N802 -- aiosmtpd calls it
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept or refuse a recipient; called by aiosmtpd."""
        fate = self.meet([address], Fate.BUSY, Fate.NOBODY)
        if fate is None:
            envelope.rcpt_tos.append(address)
        return SAYS[fate] if fate else "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 -- aiosmtpd calls it
        """Receive a complete email; called by aiosmtpd."""
        fate = self.meet(envelope.rcpt_tos, Fate.UNWANTED, Fate.KILLED_AFTER)
        if fate == Fate.UNWANTED:
            return SAYS[fate]
        answer = HANG if fate else self.answer
        if answer in KEEPING:
            self._keep(Received(envelope.mail_from or "", tuple(envelope.rcpt_tos), content(envelope)), answer)
        if answer == HANG:
            await asyncio.get_running_loop().create_future()
        if answer == LOSE:
            _hang_up(server)
            return TRY_AGAIN
        return answer

    def _keep(self, mail: Received, answer: str) -> None:
        named = MESSAGE_ID.search(mail.raw)
        name = named[1].decode() if named else ""
        with self._lock:
            self.taken.append(Taken(mail, name, said_so=answer == ACCEPT))
            for recipient in mail.recipients:
                self._first[recipient].setdefault(name, mail)


def _hang_up(server: SMTP) -> None:
    assert isinstance(server.transport, WriteTransport)
    server.transport.abort()
