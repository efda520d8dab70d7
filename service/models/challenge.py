"""Standing challenges: games that somebody would play with anybody."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from service.core.model import Model
from service.models.account import Account


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
