"""The possible results of parsing an email."""

from __future__ import annotations

from dataclasses import dataclass

MARK = ">"
"""The mark before a quoted line in `below`."""


@dataclass(frozen=True)
class Reply:
    """An email by a person: the writer's lines above the first quote, cleaned and without blank lines.

    `below` holds the lines from the first quote on, without signatures and attribution lines: quoted lines with `MARK`
    before them, unquoted lines and blank lines. In an email without quote marks, only a comparison with the quoted
    email shows which of these lines are the writer's.
    """

    lines: tuple[str, ...]
    below: tuple[str, ...] = ()


@dataclass(frozen=True)
class Empty:
    """An email by a person without text of their own and without a quote; it may have a signature."""


@dataclass(frozen=True)
class Automatic:
    """An email that no person wrote. It gets no answer; the reason is for the log."""

    reason: str


ACTIONS = ("failed", "delayed", "expanded", "relayed", "delivered")
"""Delivery actions (RFC 3464, 2.3.3), the worst first: it stands for a report on several recipients."""


@dataclass(frozen=True)
class Bounce:
    """A delivery report (RFC 3464, or an older format).

    `status` is an enhanced status code (RFC 3463), `action` one of `ACTIONS`, `said` the server's reply on one line.
    """

    status: str
    action: str
    original_message_id: str | None = None
    recipient: str | None = None
    said: str = ""

    @property
    def is_hard(self) -> bool:
        """Check for a permanent failure."""
        return self.action == "failed" and self.status.startswith("5")


@dataclass(frozen=True)
class Complaint:
    """A spam complaint by the reader of an email (RFC 5965), and what it says about that email."""

    original_message_id: str | None = None
    mail_from: str | None = None
    """The envelope sender of that email, in lower case."""


@dataclass(frozen=True)
class Own:
    """An email sent by a Sundial that came back."""


UNREADABLE = (
    "encrypted",
    "signed",
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
    """An email without readable text.

    `reason` is one of `UNREADABLE`; too-hard is for a caller that had to stop parsing.
    """

    reason: str


Reading = Reply | Empty | Automatic | Bounce | Complaint | Own | Unreadable
