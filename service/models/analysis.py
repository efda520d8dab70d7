"""Analyses of positions: by the computer for players, and kept lines by players for themselves."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from service.db.model import Model
from service.models.work import Thought, thought_indexes

LONGEST_BRANCH_NAME = 60


class Analysis(Thought, Model):
    """A request to analyse one place in the log of a game, and its result once done."""

    __tablename__ = "analysis"
    __table_args__ = thought_indexes("analysis")

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    at: Mapped[int] = mapped_column(primary_key=True)
    """The number of log entries before it; a seat acts next there."""
    result: Mapped[dict[str, Any] | None]
    """The result in the format of `play.analyses.keep`; None until it is done."""


class KeptBranch(Model):
    """A named line of moves from a place in the log of a game."""

    __tablename__ = "kept_branch"
    __table_args__ = (UniqueConstraint("account_id", "game_id", "name"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), index=True)
    name: Mapped[str] = mapped_column(String(LONGEST_BRANCH_NAME))
    at: Mapped[int]
    """The number of log entries before it."""
    line: Mapped[str] = mapped_column(Text)
    """The moves in the format of `play.what_if`; empty for the place alone."""
    kept_at: Mapped[datetime]
    """When it was created or last changed."""
