"""Signs of life of the programs that serve an installation."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from service.config.key_ring import NAME_DIGITS
from service.db.model import Model


class ProgramSign(Model):
    """The last sign of life of a program of the Procfile on a machine; all its processes there share it."""

    __tablename__ = "program_sign"

    program: Mapped[str] = mapped_column(String(20), primary_key=True)
    machine: Mapped[str] = mapped_column(String(253), primary_key=True)
    """Its host name."""
    seen_at: Mapped[datetime] = mapped_column(index=True)
    """In real time, also in a sandbox with a moved clock."""
    version: Mapped[str] = mapped_column(String(40))
    key_name: Mapped[str] = mapped_column(String(NAME_DIGITS))
    """The name of its current secret key (see `key_ring`)."""
    stopped_at: Mapped[datetime | None]
    """When it ended in order; None while it runs, and if it was killed."""
