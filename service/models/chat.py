"""What players say to each other at a table, what they report of it, and what the operator has done about it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rules import Seat
from service.core.model import Model
from service.models.account import LONGEST_NAME, Account

LONGEST_MESSAGE = 1000
LONGEST_QUICK = 20
LONGEST_REASON = 500
"""Characters."""


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


class Grievance(StrEnum):
    """Why something that was said is reported."""

    ABUSE = "abuse"
    """It insults or threatens somebody."""
    SPAM = "spam"
    """It sells something, or leads elsewhere."""
    CHEATING = "cheating"
    """It is there to win by other means than the game's."""
    OTHER = "other"


class Report(Model):
    """That a player asks the operator to look at something that was said; once for each player and message."""

    __tablename__ = "report"
    __table_args__ = (UniqueConstraint("message_id", "reporter_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), index=True)
    message_id: Mapped[int]
    reporter_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    reporter: Mapped[Account] = relationship(foreign_keys=[reporter_id], lazy="joined", innerjoin=True)
    reported_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    reported: Mapped[Account] = relationship(foreign_keys=[reported_id], lazy="joined", innerjoin=True)
    said: Mapped[str] = mapped_column(String(LONGEST_MESSAGE))
    why: Mapped[Grievance] = mapped_column(String(20))
    words: Mapped[str] = mapped_column(String(LONGEST_REASON))
    """What the reporter adds to that; may be empty."""
    at: Mapped[datetime]
    closed_at: Mapped[datetime | None] = mapped_column(index=True)
    """When the operator was done with it."""


class MeasureTaken(StrEnum):
    """What an operator can do about somebody."""

    MUTE = "mute"
    UNMUTE = "unmute"
    RENAME = "rename"
    SUSPEND = "suspend"
    RESTORE = "restore"


class Measure(Model):
    """Something that the operator has done about somebody, and why."""

    __tablename__ = "measure"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)
    what: Mapped[MeasureTaken] = mapped_column(String(20))
    because: Mapped[str] = mapped_column(String(LONGEST_REASON))
    until: Mapped[datetime | None]
    at: Mapped[datetime] = mapped_column(index=True)
