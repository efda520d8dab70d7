"""What players say to each other at a table."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rules import Seat
from service.core.model import Model
from service.models.account import Account

LONGEST_MESSAGE = 1000


class Message(Model):
    """Something that a player has said to all at the table. Ids rise in the order in which a game's were said."""

    __tablename__ = "message"
    __table_args__ = (Index(None, "game_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    account: Mapped[Account] = relationship(lazy="joined")
    seat: Mapped[Seat]
    text: Mapped[str] = mapped_column(String(LONGEST_MESSAGE))
    at: Mapped[datetime]
