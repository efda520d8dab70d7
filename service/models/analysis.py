"""What was worked out about positions of games: by the computer for players, and by players for themselves."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from service.core.model import Model
from service.models.work import Thought, thought_indexes

LONGEST_BRANCH_NAME = 60


class Analysis(Thought, Model):
    """That somebody wants to know what was best at a place in the log of a game, and once it is done, the answer."""

    __tablename__ = "analysis"
    __table_args__ = thought_indexes("analysis")

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    at: Mapped[int] = mapped_column(primary_key=True)
    """How many entries of the log there are before it; a seat is to act then."""
    result: Mapped[dict[str, Any] | None]
    """As `play.analyses.keep` has written it; None until it is done."""


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
    """As `play.what_if` reads and writes it; empty for the place alone."""
    kept_at: Mapped[datetime]
    """When it was made, or last changed."""
