"""What players report of each other, and what the operator has done about it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from service.core.model import Model
from service.models.account import Account
from service.models.message import LONGEST_MESSAGE

LONGEST_REASON = 500
"""Characters."""


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
