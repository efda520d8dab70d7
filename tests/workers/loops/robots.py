"""Programs that answer every mail they get, some as RFC 3834 asks them to, others as badly as they come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parseaddr
from itertools import count
from random import Random

from tests.sink import Received

WORDS = ("sorry", "holiday", "somebody", "answers", "another", "tomorrow", "office", "urgent", "colleague", "returning")


def reply_to(mail: Received) -> list[str]:
    """Where a person's mail program answers to."""
    return [parseaddr(str(mail.message["Reply-To"] or mail.message["From"]))[1]]


def envelope_sender(mail: Received) -> list[str]:
    """Where RFC 3834 sends answers."""
    return [mail.sender] if mail.sender else []


def always(text: str) -> Callable[[int], str]:
    """The same words every time."""
    return lambda number: text


def away(number: int) -> str:
    """The words that most of them find."""
    return "I am on holiday until the end of May and cannot read my mail."


def numbered(number: int) -> str:
    """Words that count."""
    return f"Your request has been received as ticket {4711 + number}, at 12:{number:02}."


def chatter(number: int) -> str:
    """Other words every time."""
    return " ".join(Random(number).sample(WORDS, 6))


@dataclass
class Robot:
    """A vacation responder: whom it answers, in which words, and whether it says that nobody has written them."""

    recipients: Callable[[Received], list[str]] = reply_to
    words: Callable[[int], str] = away
    says_so: bool = False
    _numbers: count[int] = field(default_factory=count)

    def answers(self, mail: Received, address: str) -> list[Received]:
        """What it sends from its address when it gets a mail."""
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
        """What it writes."""
        return self.words(number)


class Echo(Robot):
    """Sends back what it gets as its own words, without the line to write above, so that all in it looks meant."""

    def text(self, mail: Received, number: int) -> str:
        body = mail.message.get_body(("plain",))
        assert body is not None
        return "\r\n".join(line for line in body.get_content().splitlines() if not line.startswith("--"))
