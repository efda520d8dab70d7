"""What reading a mail can come to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Answer:
    """A person has written: the first line of their own, cleaned, never empty, at most `MAX_ANSWER_LENGTH` long."""

    text: str


@dataclass(frozen=True)
class Empty:
    """A person has written nothing above what the mail quotes."""


@dataclass(frozen=True)
class Automatic:
    """No person has written this; nobody is to be answered. The reason is for the log."""

    reason: str


@dataclass(frozen=True)
class Bounce:
    """A report on the delivery of a mail (RFC 3464, or a form of old).

    `status` is an enhanced status code (RFC 3463), `action` one of failed, delayed, delivered, relayed and expanded.
    """

    status: str
    action: str
    original_message_id: str | None = None
    recipient: str | None = None

    @property
    def is_hard(self) -> bool:
        """Whether the address has failed for good."""
        return self.action == "failed" and self.status.startswith("5")


@dataclass(frozen=True)
class Own:
    """A mail that a Sundial has sent, come back."""


@dataclass(frozen=True)
class Unreadable:
    """A mail without words that could be read.

    `reason` is one of encrypted, winmail, no-text, line-too-long, too-large, headers-too-large, too-many-parts,
    too-deep and, from whoever had to give up on reading it, too-hard.
    """

    reason: str


Reading = Answer | Empty | Automatic | Bounce | Own | Unreadable
