"""A correspondent for tests, and the processing of inbound email in the test's own process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count

from sqlalchemy import select

from service.db import clock
from service.db.engines import session
from service.mail import unclear
from service.mail.compose import compose
from service.mail.inbound.letter import open_letter
from service.mail.inbound.processing import opened, process
from service.models import Game, InboundMail, Notice, Outcome
from service.notifications.digests import claim_notices
from service.notifications.inbound import claim_inbound, fingerprint, receive
from service.notifications.notices import seal
from service.notifications.questions import ask_strangers
from service.notifications.relevance import is_still_true
from service.notifications.taking import sender_of

_numbers = count(1)


def mail(address: str, text: str, **headers: str) -> bytes:
    """Write an email from an address as a plain email program does."""
    written = {"From": address, "Message_ID": f"<{next(_numbers)}@example.net>"} | headers
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in written.items())
    return f"{head}\r\n{text}\r\n".encode()


def deliver(box: str, raw: bytes, sender: str = "somebody@example.net", at: datetime | None = None) -> None:
    """Deliver an email as the mail server does."""
    mark = fingerprint(open_letter(raw).message_id, raw)
    receive([box], sender=sender_of(sender, raw), raw=raw, mark=mark, now=at or clock.now())


def process_all(vouched_by: str | None = None) -> list[Outcome | None]:
    """Process all waiting emails and return their outcomes; `vouched_by` is the organisation that signed them."""
    outcomes = []
    while claimed := claim_inbound(clock.now()):
        letter = opened(claimed[0], open_letter)
        process(claimed[0], replace(letter, vouched_by=vouched_by), clock.now())
        outcomes.append(session().get_one(InboundMail, claimed[0].id, populate_existing=True).outcome)
    ask_strangers(clock.now())
    return outcomes


def write(address: str, box: str, text: str, *, vouched_by: str | None = None, **headers: str) -> Outcome | None:
    """Deliver and process one email with all its consequences; return its outcome."""
    deliver(box, mail(address, text, **headers))
    return process_all(vouched_by)[0]


@dataclass(frozen=True)
class Mailed:
    """An email that somebody received."""

    notice: Notice
    message: EmailMessage

    @property
    def text(self) -> str:
        """Return the plain text part."""
        body = self.message.get_body(("plain",))
        assert body is not None
        content: str = body.get_content()
        return content

    @property
    def topic(self) -> str:
        """Return the topic of an answer."""
        topic: str = self.notice.data["topic"]
        return topic

    @property
    def language(self) -> str:
        """Return the language of its HTML part."""
        html = self.message.get_body(("html",))
        assert html is not None
        [language] = re.findall(r'<html lang="(\w+)">', html.get_content())
        return str(language)

    @property
    def offered(self) -> list[str]:
        """Return the commands that it suggests to send back, if it asks which one is meant."""
        if self.topic not in unclear.WORDS:
            return []
        first = re.search(r"(?:^ {4}.+\n)+", "\n".join(self.text.splitlines()), re.MULTILINE)
        return [line.strip() for line in first[0].splitlines() if not line.startswith("        ")] if first else []

    @property
    def box(self) -> str:
        """Return the local part of the reply address."""
        header = self.message["Reply-To"] or self.message["From"]
        return str(header.addresses[0].username)


def mailed(address: str, *kinds: str) -> list[Mailed]:
    """Return the emails to an address that are still true, of some kinds or all, in order."""
    return list(_mailed(address, kinds))


def _mailed(address: str, kinds: tuple[str, ...]) -> Iterator[Mailed]:
    session().rollback()
    for notice in session().scalars(select(Notice).where(Notice.email == address).order_by(Notice.id)):
        if is_still_true(notice) and (notice.kind in kinds or not kinds):
            message = message_from_bytes(compose(notice), policy=policy.default)
            assert isinstance(message, EmailMessage)
            yield Mailed(notice, message)


def sent(one: Mailed) -> Mailed:
    """Send all emails that are due, that one among them."""
    for notice in claim_notices(clock.now(), 20):
        seal(notice, raw=compose(notice), now=clock.now())
    return one


def games() -> list[Game]:
    """Return every game in its current state."""
    session().rollback()
    return list(session().scalars(select(Game)))


def say_yes(address: str) -> None:
    """Confirm the newest email that awaits confirmation."""
    write(address, mailed(address, "confirm")[-1].box, "Yes!")
