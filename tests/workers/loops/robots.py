"""Autoresponders that reply to every email, some following RFC 3834, others as badly as possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parseaddr
from itertools import count
from random import Random

from tests.sink import Received

WORDS = ("sorry", "holiday", "somebody", "answers", "another", "tomorrow", "office", "urgent", "colleague", "returning")


def reply_to(mail: Received) -> list[str]:
    """Return the addresses that a mail program would reply to."""
    return [parseaddr(str(mail.message["Reply-To"] or mail.message["From"]))[1]]


def envelope_sender(mail: Received) -> list[str]:
    """Where RFC 3834 sends answers."""
    return [mail.sender] if mail.sender else []


def always(text: str) -> Callable[[int], str]:
    """Return the same text every time."""
    return lambda number: text


def away(number: int) -> str:
    """Return the usual text."""
    return "I am on holiday until the end of May and cannot read my mail."


def numbered(number: int) -> str:
    """Words that count."""
    return f"Your request has been received as ticket {4711 + number}, at 12:{number:02}."


def chatter(number: int) -> str:
    """Other words every time."""
    return " ".join(Random(number).sample(WORDS, 6))


@dataclass
class Robot:
    """A vacation responder: whom it answers, its text, and whether it is marked as automatic."""

    recipients: Callable[[Received], list[str]] = reply_to
    words: Callable[[int], str] = away
    says_so: bool = False
    _numbers: count[int] = field(default_factory=count)

    def answers(self, mail: Received, address: str) -> list[Received]:
        """Return its replies to an email."""
        return [self._answer(mail, address, recipient) for recipient in self.recipients(mail)]

    def _answer(self, mail: Received, address: str, recipient: str) -> Received:
        number = next(self._numbers)
        headers = {
            "From": address,
            "To": recipient,
            "Subject": f"Re: {mail.message['Subject']}",
            "Message-ID": f"<{number}.{address}>",
            "In-Reply-To": str(mail.message["Message-ID"]),
        } | ({"Auto-Submitted": "auto-replied"} if self.says_so else {})
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        sender = "" if self.says_so else address
        return Received(sender, (recipient,), f"{head}\r\n{self.text(mail, number)}\r\n".encode())

    def text(self, mail: Received, number: int) -> str:
        """Return its text."""
        return self.words(number)


class Echo(Robot):
    """Robot that returns the email as its own text, without the reply separator."""

    def text(self, mail: Received, number: int) -> str:
        body = mail.message.get_body(("plain",))
        assert body is not None
        return "\r\n".join(line for line in body.get_content().splitlines() if not line.startswith("--"))
