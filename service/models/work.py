"""Rows that workers claim, and what has to be seen to after a move.

That is events for readers, notices and envelopes for people, and turns for opponents.
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
from service.core.encryption import decrypt, encrypt
from service.core.key_ring import NAME_DIGITS
from service.core.keys import NONCE_LENGTH, new_nonce
from service.core.model import Model, index_where


class WorkState(StrEnum):
    """Where a row stands that a worker has to see to."""

    QUEUED = "queued"
    GATHERED = "gathered"
    """It goes with others: what they were gathered in is to be seen to."""
    DONE = "done"
    SUPERSEDED = "superseded"
    FAILED = "failed"


SETTLED = (WorkState.DONE, WorkState.SUPERSEDED, WorkState.FAILED)
"""States of rows of work that nobody sees to any more."""


class Claimable:
    """A row of work: due at a time, leased to one worker at a time, finished only by the worker that holds the lease.

    `fence` rises with each claim: a worker that has lost its lease finds another number and changes nothing.
    """

    state: Mapped[WorkState] = mapped_column(String(20), default=WorkState.QUEUED)
    due_at: Mapped[datetime]
    leased_until: Mapped[datetime | None]
    fence: Mapped[int] = mapped_column(default=0)
    attempts: Mapped[int] = mapped_column(default=0)
    is_last = False
    """Whether nothing else was due when it was claimed, as far as its claim has looked."""


class Thought(Claimable):
    """A row of work that the computer has to think about, in the name of somebody (see `work.fairness`)."""

    claimant: Mapped[str | None] = mapped_column(String(40))
    """In whose name it waits; None once nobody waits for it."""
    level: Mapped[int | None]
    """Roughly how long it takes: as a level of the computer, from 0 on."""
    by_visitor: Mapped[bool | None]
    """Whether the claimant is a network of visitors; None until the thought has its round."""
    round: Mapped[int | None]
    """In each round, every claimant has one thought."""


def thought_indexes(table: str) -> tuple[Index, ...]:
    """Indexes to claim waiting thoughts by; thoughts without a claimant are not in there."""
    waits = "claimant IS NOT NULL"
    return (
        Index(None, "state", "due_at"),
        index_where(waits, f"ix_{table}_in_turn", "by_visitor", "round", "level"),
        index_where(waits, f"ix_{table}_of_claimant", "claimant", "round"),
    )


class Lane(IntEnum):
    """What is written and sent before what; within a lane, what is due first."""

    FIRST = 0
    """Somebody waits for it, or a clock runs."""
    USUAL = 1
    LAST = 2
    """Strangers have set it off."""


class Event(Model):
    """Something that happened, written in the transaction that made it happen.

    `number` is given out after commit, in the order in which readers can see the rows: a reader who asks for what came
    after n never misses a slow transaction (see `work.events`).
    """

    __tablename__ = "event"
    __table_args__ = (index_where("number IS NULL", "ix_event_not_numbered", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int | None] = mapped_column(unique=True)
    type: Mapped[str] = mapped_column(String(40))
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id"), index=True)
    version: Mapped[int | None]
    data: Mapped[dict[str, Any]]
    at: Mapped[datetime]
    turn_nonce: Mapped[str | None] = mapped_column(String(NONCE_LENGTH))
    """Of the turn that began with it: by this, links to a turn are known when it is over. No reader is shown it."""


class Counter(Model):
    """A number handed out under a lock, without gaps."""

    __tablename__ = "counter"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[int]


class Envelope(Claimable, Model):
    """One mail, its bytes fixed at birth: whoever gets it twice can tell that it is the same one.

    What a mail says and where it comes back to opens doors, so neither is kept longer than it takes to send it.
    """

    __tablename__ = "envelope"
    __table_args__ = (Index(None, "state", "due_at"), Index(None, "state", "lane", "due_at"))

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"), index=True)
    recipient: Mapped[str] = mapped_column(String(254))
    lane: Mapped[int] = mapped_column(default=Lane.USUAL)
    message_id: Mapped[str] = mapped_column(String(254), unique=True)
    encrypted: Mapped[bytes]
    """The bytes of the mail, which only this installation reads; emptied as soon as nobody has to send them."""
    created_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
    offered_at: Mapped[datetime | None]
    """When the whole mail was first offered to a server whose answer nobody has: it may have arrived."""
    key_name: Mapped[str] = mapped_column(String(NAME_DIGITS))
    """By which secret key its links were signed (see `key_ring`)."""
    last_reply: Mapped[str | None] = mapped_column(String(500))
    """What the receiving server last said."""
    bounced_at: Mapped[datetime | None]
    """When the mail came back after it had been taken."""


class Notice(Claimable, Model):
    """That somebody is to be told something by mail, written with the change it tells of; at most one of each.

    When its time comes it is put into an envelope, or superseded if it is no longer true.
    """

    __tablename__ = "notice"
    __table_args__ = (
        UniqueConstraint("game_id", "version", "account_id", "kind"),
        Index(None, "state", "due_at"),
        Index(None, "state", "lane", "due_at"),
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
    """What the mail needs beyond the game, which only this installation reads; emptied once it is in its envelope."""
    message_id: Mapped[str] = mapped_column(String(254))
    nonce: Mapped[str] = mapped_column(String(NONCE_LENGTH), default=new_nonce, insert_sentinel=True)
    """What the addresses hold to which its mail is answered or comes back.

    By it, rows that are inserted together are told apart, so that SQLite takes them in one statement, too.
    """
    forgeable: Mapped[bool | None]
    """Of an answer: whether anybody can have written, in its reader's name, the mail that it answers."""
    created_at: Mapped[datetime]
    envelope_id: Mapped[int | None] = mapped_column(ForeignKey("envelope.id"), index=True)
    round_up_id: Mapped[int | None] = mapped_column(ForeignKey("notice.id"), index=True)
    """The notice (of a kind that gathers others, such as `round-up`) that tells this one with them, in one mail."""

    @property
    def data(self) -> dict[str, Any]:
        """What the mail needs beyond the game; Undecryptable."""
        told: dict[str, Any] = json.loads(decrypt(self.encrypted) or b"{}")
        return told

    @data.setter
    def data(self, told: Mapping[str, Json]) -> None:
        self.encrypted = encrypt(json.dumps(told).encode()) if told else b""


class OpponentTurn(Thought, Model):
    """That the computer is to move in a game at a version."""

    __tablename__ = "opponent_turn"
    __table_args__ = thought_indexes("opponent_turn")

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[Seat]


class SeatPlan(Claimable, Model):
    """What a seat is to play when its turn comes; queued while that is, else done until then.

    Whoever changes one has locked its game, but for its lease. It goes when the game is over.
    """

    __tablename__ = "seat_plan"
    __table_args__ = (Index(None, "state", "due_at"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[Seat] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    """The plan as `play.planning.grammar` writes it; empty if there is none (any more)."""
    begins_at: Mapped[int]
    """The entry of the log from which on its branches speak of what the others play."""
    plays_only_moves: Mapped[bool]
    """Whether a turn is played in which there is only one move, plan or not."""
    waits: Mapped[bool]
    """Whether it plays within a minute instead of at once, so that nobody can tell it from its player."""
    set_at: Mapped[datetime]
    ended: Mapped[dict[str, str] | None]
    """Why the last plan has ended (`why`) and what it did not foresee (`played`); None while nothing has ended it."""
