"""Accounts that were deleted: what is still to be done about them, and which names nobody may take."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from service.core.model import Model


class Departure(Model):
    """That an account was deleted. Its row is a pseudonym from then on; this one is seen to until all is done."""

    __tablename__ = "departure"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    mark: Mapped[str] = mapped_column(String(64), unique=True)
    """What the file of deletions calls the account by (see `service.core.deletions`)."""
    at: Mapped[datetime]
    noted_at: Mapped[datetime | None]
    """When it was written into the file of deletions."""
    due_at: Mapped[datetime | None] = mapped_column(index=True)
    """When it is to be seen to next; None once there is nothing left to do."""


class DepartedName(Model):
    """A name that somebody had who is gone, as a keyed hash: others know it, so no stranger is to have it. Kept."""

    __tablename__ = "departed_name"

    mark: Mapped[str] = mapped_column(String(16), primary_key=True)
