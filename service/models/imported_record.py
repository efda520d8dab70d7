"""Records of games that were played elsewhere, as somebody has brought them in."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from service.core.model import Model
from service.models.game_words import Signature


class ImportedRecord(Model):
    """The record that a game comes from, and what was found out about it. The game is only what is shown of it."""

    __tablename__ = "imported_record"
    __table_args__ = (UniqueConstraint("account_id", "head"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    """Who has brought it in."""
    head: Mapped[str] = mapped_column(String(64))
    """What fixes all that was played: nobody brings the same game in twice."""
    document: Mapped[str] = mapped_column(Text, deferred=True)
    """The record, as canonical JSON (RFC 8785)."""
    format: Mapped[str] = mapped_column(String(40))
    played_as: Mapped[str] = mapped_column(String(16))
    """The id of the game where it was played."""
    origin: Mapped[str] = mapped_column(String(200))
    """The address of the service that the record names."""
    key: Mapped[str] = mapped_column(String(43))
    """The public key that it was signed by."""
    signature: Mapped[Signature] = mapped_column(String(20))
    verified: Mapped[list[str]]
    """What was found right, by the names that `sundial verify` has for it."""
    imported_at: Mapped[datetime]
