"""What Sundial answers about what is said at a table, and about the mails that tell of turns."""

from __future__ import annotations

from typing import Literal, TypedDict

QuickWords = Literal["hello", "good-luck", "well-played", "thanks", "little-time", "good-game"]
"""What is said by a key, for each reader in a language of their own."""


Grievance = Literal["abuse", "spam", "cheating", "other"]
"""Why a message is reported."""


class Message(TypedDict):
    """Something that a player has said, to all at the table or to the seat `to` alone."""

    id: int
    seat: int
    account: str
    text: str
    to: int | None
    quick: QuickWords | None
    at: str


class Dispatch(TypedDict):
    """One mail about a turn; `status` is the last code of RFC 3463 that was heard of it."""

    channel: str
    kind: str
    state: Literal["queued", "retried", "sent", "bounced", "failed", "superseded", "probably-delivered"]
    written_at: str
    due_at: str
    attempts: int
    next_at: str | None
    sent_at: str | None
    bounced_at: str | None
    status: str | None


class TurnTold(TypedDict):
    """A turn, and how its player was told of it; `silence` says why nobody was."""

    version: int
    seat: int
    began_at: str
    deliveries: list[Dispatch]
    silence: Literal["unwanted", "program", "visitor"] | None
