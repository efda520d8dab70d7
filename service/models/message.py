"""What players say to each other at a table."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rules import Seat
from service.core.model import Model
from service.models.account import LONGEST_NAME, Account

LONGEST_MESSAGE = 1000
LONGEST_QUICK = 20


class Message(Model):
    """Something that a player has said, to all at the table or to one. Ids rise in the order in which it was said."""

    __tablename__ = "message"
    __table_args__ = (Index(None, "game_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    account: Mapped[Account] = relationship(lazy="joined")
    seat: Mapped[Seat]
    text: Mapped[str] = mapped_column(String(LONGEST_MESSAGE))
    """What was said, for those who may hear it."""
    to_seat: Mapped[Seat | None]
    """The only one who hears it; None for all at the table."""
    quick: Mapped[str | None] = mapped_column(String(LONGEST_QUICK))
    """Which of the words it is that everybody reads in a language of their own."""
    guest_name: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    """What a visitor who has said it is called in this game."""
    at: Mapped[datetime]

    @property
    def speaker(self) -> str:
        """What whoever has said it is called at the table."""
        return self.guest_name or self.account.name
