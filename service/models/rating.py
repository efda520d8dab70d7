"""Ratings: the current one of each player, the changes that led there, and rated games that wait for it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rules import Seat
from service.db.model import Model, index_where
from service.models.account import Account

LONGEST_POOL = 60
"""Characters of a pool: a ruleset, and perhaps a group of its options."""


class Rating(Model):
    """The rating of an account, or of a level of the computer, in one pool. It can be derived from the changes."""

    __tablename__ = "rating"
    __table_args__ = (
        UniqueConstraint("pool", "account_id"),
        UniqueConstraint("pool", "level"),
        CheckConstraint("(account_id IS NULL) <> (level IS NULL)", name="one_player"),
        Index("ix_rating_best", "pool", "mean"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    pool: Mapped[str] = mapped_column(String(LONGEST_POOL))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"), index=True)
    account: Mapped[Account | None] = relationship(lazy="joined")
    level: Mapped[int | None]
    mean: Mapped[float]
    deviation: Mapped[float]
    """The standard deviation at `rated_at`; it grows without games (see `ratings.scale`)."""
    games: Mapped[int]
    rated_at: Mapped[datetime]
    """When the last rated game ended."""


class RatingChange(Model):
    """The change of one seat's rating by one finished game."""

    __tablename__ = "rating_change"
    __table_args__ = (
        Index("ix_rating_change_curve", "account_id", "pool", "at"),
        index_where("level IS NOT NULL", "ix_rating_change_level", "level", "pool", "at"),
    )

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[Seat] = mapped_column(primary_key=True)
    pool: Mapped[str] = mapped_column(String(LONGEST_POOL))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
    level: Mapped[int | None]
    rank: Mapped[int]
    """From 1; equal results share a rank."""
    mean_before: Mapped[float]
    deviation_before: Mapped[float]
    mean: Mapped[float]
    deviation: Mapped[float]
    at: Mapped[datetime]
    """When the game ended."""
    timed_out: Mapped[bool] = mapped_column(default=False)
    """Whether the player ran out of time."""


class RatedGame(Model):
    """A finished game that was to be rated: it waits, was rated, or counts for nobody for a reason.

    Games of a pool are rated in the order of their ends, then of their ids.
    """

    __tablename__ = "rated_game"
    __table_args__ = (
        index_where("settled_at IS NULL", "ix_rated_game_waiting", "finished_at", "game_id"),
        Index("ix_rated_game_order", "pool", "finished_at", "game_id"),
    )

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    pool: Mapped[str] = mapped_column(String(LONGEST_POOL))
    finished_at: Mapped[datetime]
    settled_at: Mapped[datetime | None]
    """When it was rated or found not to count; None while it waits."""
    not_rated: Mapped[str | None] = mapped_column(String(40))
    """The code of the reason why it counts for nobody; None if it is rated."""
    reason: Mapped[str | None] = mapped_column(String(200))
    """The operator's reason for annulling it."""
