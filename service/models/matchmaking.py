"""Matchmaking: challenges to anybody and to bots, and substitutes for a seat."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rules import Seat
from service.db.model import Model
from service.models.account import Account
from service.models.game import Game


class ChallengeState(StrEnum):
    """The state of a challenge."""

    WAITING = "waiting"
    """Anybody can accept it."""
    ASKING = "asking"
    """A bot was asked and has not answered."""
    PLAYING = "playing"
    """The game with a bot has begun."""
    NOBODY = "nobody"
    """No bot accepted, and the game was cancelled."""
    WITHDRAWN = "withdrawn"
    """The player cancelled it."""


class Challenge(Model):
    """An offer to play: to anybody, until its owner deletes it, or to one bot after another."""

    __tablename__ = "challenge"
    __table_args__ = (
        Index("ix_challenge_waiting", "state", "ruleset", "created_at"),
        Index("ix_challenge_due", "state", "due_at"),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    account: Mapped[Account] = relationship(lazy="joined")
    state: Mapped[ChallengeState] = mapped_column(String(20))
    ruleset: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, str]]
    least_days: Mapped[int]
    """The shortest acceptable time for a move."""
    most_days: Mapped[int]
    """The longest acceptable time for a move."""
    fast_clock: Mapped[dict[str, int] | None]
    """A fast clock as in `Game`; the days are then for each player's first move."""
    rated: Mapped[bool]
    rating_from: Mapped[int | None]
    """The lowest rating of an opponent; None for any."""
    rating_to: Mapped[int | None]
    """The highest rating of an opponent; None for any."""
    at_once: Mapped[int]
    """The most concurrent games that may come of it."""
    created_at: Mapped[datetime]
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), unique=True)
    """The game that bots are asked to join; None for a challenge to anybody."""
    game: Mapped[Game | None] = relationship(lazy="joined")
    asked: Mapped[int] = mapped_column(default=0)
    """The number of bots asked."""
    due_at: Mapped[datetime | None]
    """The deadline of the bot that is being asked."""
    closed_at: Mapped[datetime | None]
    """When the search for a bot ended."""


class ChallengeGame(Model):
    """A game that came of a challenge to anybody; of two challenges if they met."""

    __tablename__ = "challenge_game"

    challenge_id: Mapped[str] = mapped_column(ForeignKey("challenge.id", ondelete="CASCADE"), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True, index=True)


class ChallengeAsk(Model):
    """A bot that was asked to accept a challenge."""

    __tablename__ = "challenge_ask"
    __table_args__ = (Index("ix_challenge_ask_bot_id", "bot_id", "asked_at"),)

    challenge_id: Mapped[str] = mapped_column(ForeignKey("challenge.id", ondelete="CASCADE"), primary_key=True)
    bot_id: Mapped[int] = mapped_column(ForeignKey("bot.account_id"), primary_key=True)
    asked_at: Mapped[datetime]
    was_silent: Mapped[bool] = mapped_column(default=False)
    """Whether it missed the deadline."""
    has_declined: Mapped[bool] = mapped_column(default=False)


class Volunteer(Model):
    """An account that offers to be a substitute in games of a ruleset."""

    __tablename__ = "volunteer"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    account: Mapped[Account] = relationship(lazy="joined")
    ruleset: Mapped[str] = mapped_column(String(40), primary_key=True, index=True)
    asked_at: Mapped[datetime | None]
    """When it was last asked, so that others come first next time; None for never."""
    created_at: Mapped[datetime]


class Substitution(Model):
    """A seat taken over by a substitute in mid-game, and its player before."""

    __tablename__ = "substitution"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    """The version of the game after the change."""
    seat: Mapped[Seat]
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    """The player before."""
    substitute_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    entry: Mapped[int]
    """The length of the log then: the player before has not played entries from that number on."""
    at: Mapped[datetime]
