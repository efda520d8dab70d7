"""Seeks: games with any bot that is free, for which bots are asked one after the other."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from service.core.model import Model
from service.models.account import Account
from service.models.game import Game


class SeekState(StrEnum):
    """How a seek stands."""

    ASKING = "asking"
    """A bot was asked and has not answered."""
    PLAYING = "playing"
    """The game has begun."""
    NOBODY = "nobody"
    """None took the seat, and the game was called off."""
    WITHDRAWN = "withdrawn"
    """Whoever wanted the game has called it off."""


class BotSeek(Model):
    """That somebody wants to play any bot now: a game whose seat is offered to one after the other."""

    __tablename__ = "bot_seek"
    __table_args__ = (Index("ix_bot_seek_state", "state", "due_at"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    account: Mapped[Account] = relationship(lazy="joined")
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), unique=True)
    game: Mapped[Game] = relationship(lazy="joined")
    state: Mapped[SeekState] = mapped_column(String(20))
    asked: Mapped[int]
    """How many bots were asked."""
    due_at: Mapped[datetime]
    """While a bot is asked: when it has not answered in time."""
    created_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    """Since when nobody is asked any more."""


class BotSeekAsk(Model):
    """That a bot was asked for a seek."""

    __tablename__ = "bot_seek_ask"
    __table_args__ = (Index("ix_bot_seek_ask_bot_id", "bot_id", "asked_at"),)

    seek_id: Mapped[str] = mapped_column(ForeignKey("bot_seek.id", ondelete="CASCADE"), primary_key=True)
    bot_id: Mapped[int] = mapped_column(ForeignKey("bot.account_id"), primary_key=True)
    asked_at: Mapped[datetime]
    was_silent: Mapped[bool] = mapped_column(default=False)
    """Whether it has not answered in time."""
