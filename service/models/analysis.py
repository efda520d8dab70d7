"""What is worked out about positions of games for those who played them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from service.core.model import Model
from service.models.claimable import Thought, thought_indexes


class Analysis(Thought, Model):
    """That somebody wants to know what was best at a place in the log of a game, and once it is done, the answer."""

    __tablename__ = "analysis"
    __table_args__ = thought_indexes("analysis")

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    at: Mapped[int] = mapped_column(primary_key=True)
    """How many entries of the log there are before it; a seat is to act then."""
    result: Mapped[dict[str, Any] | None]
    """As `play.analyses.keep` has written it; None until it is done."""
