"""Types of Sundial's responses about chat, and about emails of turns."""

from __future__ import annotations

from typing import Literal, TypedDict

QuickWords = Literal["hello", "good-luck", "well-played", "thanks", "little-time", "good-game"]
"""Keys of canned messages, shown to each reader in their language."""


Grievance = Literal["abuse", "spam", "cheating", "other"]
"""Reason to report a message."""


class Message(TypedDict):
    """A player's message to all in the game, or to the seat `to` alone."""

    id: int
    seat: int
    account: str
    text: str
    to: int | None
    quick: QuickWords | None
    at: str


class Dispatch(TypedDict):
    """One email about a turn; `status` is its latest code of RFC 3463."""

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
    """A turn, and the notifications of its player; `silence` is the reason if there were none."""

    version: int
    seat: int
    began_at: str
    deliveries: list[Dispatch]
    silence: Literal["unwanted", "program", "visitor"] | None


class InvitationTold(TypedDict):
    """A pending invitation, and when its host was told that email cannot deliver it, or that nobody answers."""

    place: int
    undelivered_at: str | None
    unanswered_at: str | None


class Deliveries(TypedDict):
    """A page of turns; `invitations` is for the host, else empty."""

    invitations: list[InvitationTold]
    turns: list[TurnTold]
    next_cursor: str | None
