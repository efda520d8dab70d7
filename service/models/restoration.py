"""Restores of the database from a backup, and whether outgoing work is held."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from service.db.model import Model


class Restoration(Model):
    """One restore. Until it is released, nothing is sent and no clock runs. Rows are kept."""

    __tablename__ = "restoration"

    id: Mapped[int] = mapped_column(primary_key=True)
    backed_up_at: Mapped[datetime]
    """When the backup was made: later changes are lost."""
    restored_at: Mapped[datetime]
    released_at: Mapped[datetime | None]
