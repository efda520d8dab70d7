"""Rows of work that workers claim."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column


class WorkState(StrEnum):
    """Where a row stands that a worker has to see to."""

    QUEUED = "queued"
    GATHERED = "gathered"
    """It goes with others: what they were gathered in is to be seen to."""
    DONE = "done"
    SUPERSEDED = "superseded"
    FAILED = "failed"


class Claimable:
    """A row of work: due at a time, leased to one worker at a time, finished only by the worker that holds the lease.

    `fence` rises with each claim: a worker that has lost its lease finds another number and changes nothing.
    """

    state: Mapped[WorkState] = mapped_column(String(20), default=WorkState.QUEUED)
    due_at: Mapped[datetime]
    leased_until: Mapped[datetime | None]
    fence: Mapped[int] = mapped_column(default=0)
    attempts: Mapped[int] = mapped_column(default=0)
