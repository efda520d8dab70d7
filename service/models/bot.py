"""Bots: the manifest of a program that plays, and its state."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Column, ForeignKey, String, Table
from sqlalchemy.orm import Mapped, mapped_column, relationship

from service.db.model import Model
from service.models.account import Account


class Accepts(StrEnum):
    """The accounts that may invite a bot. Its owner always may."""

    EVERYONE = "everyone"
    OWNER = "owner"
    ACCOUNTS = "accounts"
    """The listed accounts."""


class PausedBy(StrEnum):
    """Why a bot cannot be invited for now."""

    OWNER = "owner"
    MISSED_TURN = "missed-turn"


bot_guest = Table(
    "bot_guest",
    Model.metadata,
    Column("bot_id", ForeignKey("bot.account_id"), primary_key=True),
    Column("account_id", ForeignKey("account.id"), primary_key=True),
)
"""Accounts that may invite a bot that accepts listed accounts."""


class Bot(Model):
    """A program that plays with an account of its own, owned by a person: its manifest and its state."""

    __tablename__ = "bot"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)
    description: Mapped[str] = mapped_column(String(500), default="")
    homepage: Mapped[str | None] = mapped_column(String(300))
    author: Mapped[str | None] = mapped_column(String(80))
    games: Mapped[list[BotGame]] = relationship(
        order_by="BotGame.ruleset", lazy="selectin", cascade="all, delete-orphan"
    )
    """The games that it plays; an empty list means all, with every option."""
    seconds_per_move: Mapped[int]
    """The most seconds it needs for a move: its games have no shorter time, and it is reminded after that time."""
    at_once: Mapped[int]
    """The most games it plays at the same time."""
    accepts: Mapped[Accepts] = mapped_column(String(20))
    guests: Mapped[list[Account]] = relationship(secondary=bot_guest, order_by=Account.name, lazy="selectin")
    auto_accept: Mapped[bool]
    """Whether it takes a seat as soon as it is invited."""
    auto_agree: Mapped[bool]
    """Whether moves are undone and clocks stopped without asking it."""
    last_seen_at: Mapped[datetime | None]
    """When its last request came, or its webhook last accepted an event; exact to a minute."""
    missed_turns: Mapped[int] = mapped_column(default=0)
    paused_at: Mapped[datetime | None]
    """Since when it cannot be invited."""
    paused_by: Mapped[PausedBy | None] = mapped_column(String(20))
    retired_at: Mapped[datetime | None]
    """When its owner retired it for good; its name stays with its games."""

    @property
    def is_at_work(self) -> bool:
        """Whether it can be invited at all."""
        return self.paused_at is None and self.retired_at is None


class BotGame(Model):
    """A game that a bot plays."""

    __tablename__ = "bot_game"

    bot_id: Mapped[int] = mapped_column(ForeignKey("bot.account_id"), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(40), primary_key=True)
    seats: Mapped[list[int]]
    """The numbers of seats it plays with; empty for any."""
    options: Mapped[dict[str, list[str]]]
    """The values that it plays of each option; an option without an entry may have any value."""
