"""Backups and restores of the database, and whether outgoing work is held."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from service.db.model import Model


class LastBackup(Model):
    """The one row about `sundial backup`: when a file was last completed, and the failure of the last run, if any."""

    __tablename__ = "last_backup"

    id: Mapped[int] = mapped_column(primary_key=True)
    made_at: Mapped[datetime | None]
    failed_at: Mapped[datetime | None]
    failure: Mapped[str | None] = mapped_column(Text)


class Restoration(Model):
    """One restore. Until it is released, nothing is sent and no clock runs. Rows are kept."""

    __tablename__ = "restoration"

    id: Mapped[int] = mapped_column(primary_key=True)
    backed_up_at: Mapped[datetime]
    """When the backup was made: later changes are lost."""
    restored_at: Mapped[datetime]
    released_at: Mapped[datetime | None]
