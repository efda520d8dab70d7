"""That the database was set back to a backup: since when, and whether what goes out is held."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from service.core.model import Model


class Restoration(Model):
    """One restore. Until it is released, nothing goes out and no clock runs. Rows are kept."""

    __tablename__ = "restoration"

    id: Mapped[int] = mapped_column(primary_key=True)
    backed_up_at: Mapped[datetime]
    """When the backup was made: what was done later is lost."""
    restored_at: Mapped[datetime]
    released_at: Mapped[datetime | None]
