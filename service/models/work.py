"""Work queues: rows that workers claim, and the work that follows a move.

They are events for readers, notices and envelopes for people, and turns of the computer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from rules import Seat
from rules.json_types import Json
from service.config.key_ring import NAME_DIGITS
from service.db.model import Model, index_where
from service.security.encryption import decrypt, encrypt
from service.security.keys import NONCE_LENGTH, new_nonce


class WorkState(StrEnum):
    """The state of a row of work."""

    QUEUED = "queued"
    GATHERED = "gathered"
    """It is part of another notice, which is handled in its place."""
    DONE = "done"
    SUPERSEDED = "superseded"
    FAILED = "failed"


SETTLED = (WorkState.DONE, WorkState.SUPERSEDED, WorkState.FAILED)
"""Final states of rows of work."""


class Claimable:
    """A row of work: due at a time, leased to one worker at a time, and settled only by the holder of the lease.

    `fence` rises with each claim (a fencing token): a worker that has lost its lease cannot settle the row.
    """

    state: Mapped[WorkState] = mapped_column(String(20), default=WorkState.QUEUED)
    due_at: Mapped[datetime]
    first_due_at: Mapped[datetime | None]
    """When it was due before its first retry: it counts as late from then. None if it has had no retry."""
    leased_until: Mapped[datetime | None]
    fence: Mapped[int] = mapped_column(default=0)
    attempts: Mapped[int] = mapped_column(default=0)
    is_last = False
    """Whether nothing else was due at the claim, as far as it looked."""


class Thought(Claimable):
    """A row of work for the computer's search, on behalf of a claimant (see `jobs.fairness`)."""

    claimant: Mapped[str | None] = mapped_column(String(40))
    """The account or network it waits for; None once nobody waits."""
    level: Mapped[int | None]
    """Its rough duration, as a level of the computer, from 0."""
    by_visitor: Mapped[bool | None]
    """Whether the claimant is a network of visitors; None until it has a round."""
    round: Mapped[int | None]
    """Each claimant has one thought in each round."""


def first_due_index(table: str) -> Index:
    """Create the index that finds the oldest row among those that are retried."""
    return index_where("first_due_at IS NOT NULL", f"ix_{table}_first_due", "first_due_at")


def thought_indexes(table: str) -> tuple[Index, ...]:
    """Create the indexes for claiming waiting thoughts; those without a claimant are left out."""
    waits = "claimant IS NOT NULL"
    return (
        Index(None, "state", "due_at"),
        first_due_index(table),
        index_where(waits, f"ix_{table}_in_turn", "by_visitor", "round", "level"),
        index_where(waits, f"ix_{table}_of_claimant", "claimant", "round"),
    )


class Lane(IntEnum):
    """Priorities of emails; within a lane, the longest due goes first."""

    FIRST = 0
    """A person waits for it, or a clock runs."""
    USUAL = 1
    LAST = 2
    """Strangers caused it."""


class Event(Model):
    """An event, written in the transaction of its cause.

    `number` is assigned after the commit, in the order in which rows become visible. So a reader who asks for events
    after n never misses those of a slow transaction (see `jobs.events`).
    """

    __tablename__ = "event"
    __table_args__ = (index_where("number IS NULL", "ix_event_not_numbered", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int | None] = mapped_column(unique=True)
    type: Mapped[str] = mapped_column(String(40))
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id"), index=True)
    tournament_id: Mapped[str | None] = mapped_column(ForeignKey("tournament.id"))
    """The tournament that the event is of; None for events of a game."""
    version: Mapped[int | None]
    data: Mapped[dict[str, Any]]
    at: Mapped[datetime]
    turn_nonce: Mapped[str | None] = mapped_column(String(NONCE_LENGTH))
    """The nonce of the turn that began with it: it identifies links to a past turn. No reader is shown it."""


class Counter(Model):
    """A number without gaps, changed under a lock."""

    __tablename__ = "counter"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[int]


class Envelope(Claimable, Model):
    """One email with fixed bytes, so that a duplicate can be recognised.

    Its content and return address give access, so they are kept until it is sent, or for some days if it was given up.
    """

    __tablename__ = "envelope"
    __table_args__ = (
        Index(None, "state", "due_at"),
        Index(None, "state", "lane", "due_at"),
        first_due_index("envelope"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"), index=True)
    recipient: Mapped[str] = mapped_column(String(254))
    lane: Mapped[int] = mapped_column(default=Lane.USUAL)
    message_id: Mapped[str] = mapped_column(String(254), unique=True)
    encrypted: Mapped[bytes]
    """The bytes of the email, encrypted; emptied once it need not be sent."""
    created_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
    offered_at: Mapped[datetime | None]
    """When the whole email was first offered to a server whose answer was lost: it may have arrived."""
    key_name: Mapped[str] = mapped_column(String(NAME_DIGITS))
    """The name of the secret key that signed its links (see `key_ring`)."""
    last_reply: Mapped[str | None] = mapped_column(String(500))
    """The last reply of the receiving server."""
    bounced_at: Mapped[datetime | None]
    """When it bounced after it had been accepted."""
    reply_box: Mapped[str | None] = mapped_column(String(64))
    """The name of the mailbox for replies to it (see `boxes.name_of`), for programs that ignore Reply-To."""


class Notice(Claimable, Model):
    """A notification for one person, written with the change that causes it; at most one of each kind.

    When due, it becomes an envelope, or is superseded if it is no longer true.
    """

    __tablename__ = "notice"
    __table_args__ = (
        UniqueConstraint("game_id", "version", "account_id", "kind"),
        Index(None, "state", "due_at"),
        Index(None, "state", "lane", "due_at"),
        first_due_index("notice"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    lane: Mapped[int] = mapped_column(default=Lane.USUAL)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"), index=True)
    email: Mapped[str] = mapped_column(String(254))
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id"))
    version: Mapped[int | None]
    seat: Mapped[Seat | None]
    encrypted: Mapped[bytes] = mapped_column(default=b"")
    """Data of the email beyond the game, encrypted; emptied once the envelope is written."""
    message_id: Mapped[str] = mapped_column(String(254))
    nonce: Mapped[str] = mapped_column(String(NONCE_LENGTH), default=new_nonce, insert_sentinel=True)
    """The nonce of the addresses for replies to its email and for bounces.

    It also tells apart rows that are inserted together, so that SQLite accepts them in one statement.
    """
    forgeable: Mapped[bool | None]
    """For a reply: whether anybody could have forged the email that it answers."""
    created_at: Mapped[datetime]
    envelope_id: Mapped[int | None] = mapped_column(ForeignKey("envelope.id"), index=True)
    digest_id: Mapped[int | None] = mapped_column(ForeignKey("notice.id"), index=True)
    """The notice of a gathering kind, such as `digest`, whose email includes this one."""

    @property
    def data(self) -> dict[str, Any]:
        """Data of the email beyond the game; Undecryptable."""
        told: dict[str, Any] = json.loads(decrypt(self.encrypted) or b"{}")
        return told

    @data.setter
    def data(self, told: Mapping[str, Json]) -> None:
        self.encrypted = encrypt(json.dumps(told).encode()) if told else b""


class OpponentTurn(Thought, Model):
    """A turn of the computer in a game at a version."""

    __tablename__ = "opponent_turn"
    __table_args__ = thought_indexes("opponent_turn")

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[Seat]


class SeatPlan(Claimable, Model):
    """Conditional moves of a seat; queued while it is the seat's turn, otherwise done.

    A change other than of the lease requires a lock on the game. It is deleted when the game is over.
    """

    __tablename__ = "seat_plan"
    __table_args__ = (Index(None, "state", "due_at"), first_due_index("seat_plan"))

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[Seat] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    """The plan in the format of `play.planning.grammar`; empty if there is none."""
    begins_at: Mapped[int]
    """The log entry from which its branches describe the opponents' moves."""
    plays_only_moves: Mapped[bool]
    """Whether turns with only one legal move are played, with or without a plan."""
    waits: Mapped[bool]
    """Whether it plays within a minute and not at once, so that it looks like its player."""
    set_at: Mapped[datetime]
    ended: Mapped[dict[str, str] | None]
    """Why the last plan ended (`why`) and the move it did not expect (`played`); None if none has ended."""
