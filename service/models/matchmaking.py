"""Players found for a game: standing challenges, seeks for a bot that is free, and substitutes for a seat."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rules import Seat
from service.core.model import Model
from service.models.account import Account
from service.models.game import Game


class StandingChallenge(Model):
    """A game for two that an account plays with whoever takes it up, again and again, until it takes it back."""

    __tablename__ = "standing_challenge"
    __table_args__ = (Index("ix_standing_challenge_ruleset", "ruleset", "created_at"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    account: Mapped[Account] = relationship(lazy="joined")
    ruleset: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, str]]
    least_days: Mapped[int]
    """The least time for a move that would do."""
    most_days: Mapped[int]
    """And the most."""
    fast_clock: Mapped[dict[str, int] | None]
    """As a game has it; the days are for the first move of each then."""
    at_once: Mapped[int]
    """How many games that came of it may go on at the same time."""
    created_at: Mapped[datetime]


class ChallengeGame(Model):
    """That a game came of a challenge; of two, where two challenges have met."""

    __tablename__ = "challenge_game"

    challenge_id: Mapped[str] = mapped_column(ForeignKey("standing_challenge.id", ondelete="CASCADE"), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True, index=True)


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
