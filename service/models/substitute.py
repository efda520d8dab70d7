"""Substitutes: who would take over a seat, and who sat there before somebody did."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rules import Seat
from service.core.model import Model
from service.models.account import Account


class Volunteer(Model):
    """That an account would take over a seat in a game of that ruleset, and is to be asked when one is left."""

    __tablename__ = "volunteer"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    account: Mapped[Account] = relationship(lazy="joined")
    ruleset: Mapped[str] = mapped_column(String(40), primary_key=True, index=True)
    asked_at: Mapped[datetime | None]
    """When they were last asked, so that others come first next time; None if they never were."""
    created_at: Mapped[datetime]


class Substitution(Model):
    """That somebody has taken over a seat in mid-game, and whose it was until then."""

    __tablename__ = "substitution"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    """Of the game, to which it led."""
    seat: Mapped[Seat]
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    """Whose the seat was."""
    substitute_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    entry: Mapped[int]
    """How long the log was: what stands there from that number on, whoever had the seat before has not played."""
    at: Mapped[datetime]
