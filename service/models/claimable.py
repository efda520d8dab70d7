"""Rows of work that workers claim."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column

from service.core.model import index_where


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
