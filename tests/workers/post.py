"""Transports for tests: one to a real server, and one that delivers nowhere and remembers everything."""

from __future__ import annotations

from collections.abc import Callable
from email import message_from_bytes, policy

from service.db.engines import session
from tests.sink import Sink
from workers.transports import Letter, Offering, unnoted
from workers.transports.smtp import Smtp


def through(sink: Sink) -> Smtp:
    """Return the transport to a mail server."""
    return Smtp("127.0.0.1", int(sink.url.rsplit(":", 1)[1]), tls=False, our_name="sundial.test")


class Post:
    """Takes every letter, unless `trouble` raises something about it."""

    def __init__(self, trouble: Callable[[Letter], None] = lambda letter: None) -> None:
        self.trouble = trouble
        self.letters: list[Letter] = []
        self.transactions_open = 0

    def send(self, letter: Letter, offering: Offering = unnoted) -> str:
        """Take the letter."""
        self.transactions_open += session().in_transaction()
        offering()
        self.trouble(letter)
        self.letters.append(letter)
        return "250 taken"

    @property
    def recipients(self) -> list[str]:
        """Return the recipients in order."""
        return [letter.recipient for letter in self.letters]

    @property
    def subjects(self) -> list[str]:
        """Return the subjects."""
        return [str(message_from_bytes(letter.raw, policy=policy.default)["Subject"]) for letter in self.letters]
