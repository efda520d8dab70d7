"""What reading a mail can come to."""

from __future__ import annotations

from dataclasses import dataclass

MARK = ">"
"""Stands before a line below that is quoted."""


@dataclass(frozen=True)
class Reply:
    """A person has written: the lines of their own above all that is quoted, cleaned, none of them blank.

    `below` holds what stands from the first quote on, without signatures and what leads in to quotes: lines that are
    marked as quoted, with `MARK` before them, lines that are not, and blank ones. In a mail that marks no quotes, only
    who knows what was quoted can tell whose its lines are.
    """

    lines: tuple[str, ...]
    below: tuple[str, ...] = ()


@dataclass(frozen=True)
class Empty:
    """A person has written nothing, or nothing but a signature, and quotes nothing."""


@dataclass(frozen=True)
class Automatic:
    """No person has written this; nobody is to be answered. The reason is for the log."""

    reason: str


ACTIONS = ("failed", "delayed", "expanded", "relayed", "delivered")
"""What became of a mail (RFC 3464, 2.3.3), the worst first: a report on several recipients is taken for that."""


@dataclass(frozen=True)
class Bounce:
    """A report on the delivery of a mail (RFC 3464, or a form of old).

    `status` is an enhanced status code (RFC 3463), `action` one of `ACTIONS`; `said` what the server said, on one line.
    """

    status: str
    action: str
    original_message_id: str | None = None
    recipient: str | None = None
    said: str = ""

    @property
    def is_hard(self) -> bool:
        """Whether the address has failed for good."""
        return self.action == "failed" and self.status.startswith("5")


@dataclass(frozen=True)
class Complaint:
    """A report that the reader of a mail has called it spam (RFC 5965), and what it says of that mail."""

    original_message_id: str | None = None
    mail_from: str | None = None
    """The address that it was sent from, in lower case."""


@dataclass(frozen=True)
class Own:
    """A mail that a Sundial has sent, come back."""


UNREADABLE = (
    "encrypted",
    "winmail",
    "no-text",
    "line-too-long",
    "too-long",
    "too-large",
    "headers-too-large",
    "too-many-parts",
    "too-deep",
    "too-hard",
)


@dataclass(frozen=True)
class Unreadable:
    """A mail without words that could be read.

    `reason` is one of `UNREADABLE`; too-hard is for whoever had to give up on reading the mail.
    """

    reason: str


Reading = Reply | Empty | Automatic | Bounce | Complaint | Own | Unreadable
