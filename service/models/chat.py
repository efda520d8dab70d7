"""Chat messages, reports about them, and what the operator did."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rules import Seat
from service.db.model import Model
from service.models.account import LONGEST_NAME, Account

LONGEST_MESSAGE = 1000
LONGEST_QUICK = 20
LONGEST_REASON = 500
"""Characters."""


class Message(Model):
    """A chat message, to all players of a game or to one. Ids rise in the order of messages."""

    __tablename__ = "message"
    __table_args__ = (Index(None, "game_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    account: Mapped[Account] = relationship(lazy="joined")
    seat: Mapped[Seat]
    text: Mapped[str] = mapped_column(String(LONGEST_MESSAGE))
    """The text, for those who may read it."""
    to_seat: Mapped[Seat | None]
    """The only recipient; None for all players."""
    quick: Mapped[str | None] = mapped_column(String(LONGEST_QUICK))
    """The id of a predefined phrase, which each reader sees in their own language."""
    guest_name: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    """The name of a visitor in this game, if one wrote it."""
    at: Mapped[datetime]

    @property
    def speaker(self) -> str:
        """The handle of its author in the game."""
        return self.guest_name or self.account.name


class Grievance(StrEnum):
    """Why a message is reported."""

    ABUSE = "abuse"
    """It insults or threatens somebody."""
    SPAM = "spam"
    """It advertises something or links elsewhere."""
    CHEATING = "cheating"
    """It tries to win by means outside the game."""
    OTHER = "other"


class Report(Model):
    """A player's report of a message to the operator; one for each player and message."""

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
    """The reporter's comment; may be empty."""
    at: Mapped[datetime]
    closed_at: Mapped[datetime | None] = mapped_column(index=True)
    """When the operator closed it."""


class MeasureTaken(StrEnum):
    """An operator's measure against an account, or its end."""

    MUTE = "mute"
    UNMUTE = "unmute"
    RENAME = "rename"
    SUSPEND = "suspend"
    RESTORE = "restore"


class Measure(Model):
    """A measure that the operator took, and why."""

    __tablename__ = "measure"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)
    what: Mapped[MeasureTaken] = mapped_column(String(20))
    because: Mapped[str] = mapped_column(String(LONGEST_REASON))
    until: Mapped[datetime | None]
    at: Mapped[datetime] = mapped_column(index=True)
