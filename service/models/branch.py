"""Branches: what somebody has thought through in a game, and keeps for themselves."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from service.core.model import Model

LONGEST_BRANCH_NAME = 60


class KeptBranch(Model):
    """A line of moves from a place in the log of a game, under a name that its owner gave it."""

    __tablename__ = "kept_branch"
    __table_args__ = (UniqueConstraint("account_id", "game_id", "name"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), index=True)
    name: Mapped[str] = mapped_column(String(LONGEST_BRANCH_NAME))
    at: Mapped[int]
    """How many entries of the log there are before it."""
    line: Mapped[str] = mapped_column(Text)
    """As `play.supposing` reads and writes it; empty for the place alone."""
    kept_at: Mapped[datetime]
    """When it was made, or last changed."""
