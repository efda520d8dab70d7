"""Games whose dice wait for a round of a public beacon."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from service.core.model import Model
from service.models.work import Claimable


class BeaconWait(Claimable, Model):
    """That a round is to be fetched for a game; which one, the game says. Due once the round is."""

    __tablename__ = "beacon_wait"
    __table_args__ = (Index(None, "state", "due_at"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    trouble: Mapped[str | None] = mapped_column(String(20))
    """Why it was not there the last time, as `play.beacons.Trouble` has it."""
