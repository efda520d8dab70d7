"""Tournaments: their terms, entries, and the pairings of each round."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from service.db.model import Model, index_where
from service.models.account import Account

LONGEST_TITLE = 60


class System(StrEnum):
    """How the players of a tournament meet."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KNOCK_OUT = "knock-out"
    TABLES = "tables"
    """Tables of three or four, drawn so that every pair meets as evenly as can be."""


class TournamentState(StrEnum):
    """The life cycle of a tournament."""

    OPEN = "open"
    """It takes entries."""
    RUNNING = "running"
    PAUSED = "paused"
    """The organiser has stopped further rounds; games under way go on."""
    FINISHED = "finished"
    CANCELLED = "cancelled"


class EntryState(StrEnum):
    """Whether an entry is paired."""

    ENTERED = "entered"
    WITHDRAWN = "withdrawn"
    """By the player, who may come back."""
    VANISHED = "vanished"
    """The player ran out of time, or their account is closed or suspended."""
    REMOVED = "removed"
    """By the organiser, with a reason in the log."""


class Tournament(Model):
    """A tournament of one ruleset, run by its organiser: a person, or a program with the scope `organise`."""

    __tablename__ = "tournament"
    __table_args__ = (
        index_where("due_at IS NOT NULL", "ix_tournament_due", "due_at"),
        Index("ix_tournament_listed", "state", "created_at", "id"),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    number: Mapped[int] = mapped_column(unique=True)
    """For people, from 1: `enter 12`."""
    title: Mapped[str] = mapped_column(String(LONGEST_TITLE))
    organiser_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    organiser: Mapped[Account] = relationship(lazy="joined", innerjoin=True)
    ruleset: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, str]]
    system: Mapped[System] = mapped_column(String(20))
    seats: Mapped[int]
    """Seats of a game: two, or for tables three or four."""
    rounds: Mapped[int | None]
    """The rounds announced; None where the system gives them from the number of entries."""
    days_per_move: Mapped[int]
    rated: Mapped[bool]
    seeding: Mapped[str] = mapped_column(String(10))
    """`rating`, `entry` (the order of entering) or `random`."""
    least_entries: Mapped[int]
    most_entries: Mapped[int]
    late_entries: Mapped[bool]
    """Whether players may enter after the start."""
    rating_from: Mapped[int | None]
    rating_to: Mapped[int | None]
    entrants: Mapped[str] = mapped_column(String(10))
    """Who may enter: `anybody`, `people` or `bots`."""
    starts_at: Mapped[datetime | None]
    """The announced start; None if it starts when full."""
    idle_days: Mapped[int]
    """After so many days without a move the organiser may adjudicate a game."""
    state: Mapped[TournamentState] = mapped_column(String(20))
    round: Mapped[int] = mapped_column(default=0)
    """The latest round that was paired; 0 before the first."""
    note: Mapped[str | None] = mapped_column(String(40))
    """The code of what the table must say: rounds were capped, rematches allowed, nobody entered; None for nothing."""
    due_at: Mapped[datetime | None]
    """When the job has next something to do; None if nothing is."""
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    final_at: Mapped[datetime | None]
    """When the table became final: by the organiser's word, or 48 hours after the last result."""
    failures: Mapped[int] = mapped_column(default=0)
    """How often in a row the job has failed with it; after some it pauses."""
    retried_at: Mapped[datetime | None]
    """When the job tries again; None if it has not failed."""


class TournamentEntry(Model):
    """A player's entry."""

    __tablename__ = "tournament_entry"
    __table_args__ = (UniqueConstraint("tournament_id", "number"),)

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True, index=True)
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)
    number: Mapped[int | None]
    """The pairing number, from 1; None until the player is first paired."""
    state: Mapped[EntryState] = mapped_column(String(20))
    first_round: Mapped[int] = mapped_column(default=1)
    """The first round in which the player can be paired: of a late entry, a later one."""
    entered_at: Mapped[datetime]
    asked_at: Mapped[datetime | None]
    """When a player who entered weeks ago was asked to confirm; None if they were not, or have confirmed."""
    confirmed_at: Mapped[datetime | None]
    """When the player confirmed; None if they were never asked, or have not answered."""


class Pairing(Model):
    """A pairing of a round: players at one game, or one player with a bye."""

    __tablename__ = "pairing"
    __table_args__ = (
        index_where("game_id IS NOT NULL", "ix_pairing_game", "game_id"),
        index_where("game_id IS NULL AND settled_at IS NULL", "ix_pairing_to_begin", "tournament_id"),
        index_where("ended_at IS NOT NULL AND settled_at IS NULL", "ix_pairing_to_settle", "tournament_id"),
    )

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    board: Mapped[int] = mapped_column(primary_key=True)
    """From 1; byes come last."""
    players: Mapped[list[int]]
    """Pairing numbers in the order of seats; one alone has a bye."""
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id"))
    """The game; None for a bye, and until it is created."""
    ended_at: Mapped[datetime | None]
    """When the game ended; None before."""
    half_points: Mapped[list[int] | None]
    """Of each player, in the order of `players`: two for each opponent beaten, one for each equalled; None at first."""
    unplayed: Mapped[bool] = mapped_column(default=False)
    """Whether the points were won without play: a bye, or an opponent who never moved."""
    decided_by: Mapped[str | None] = mapped_column(String(200))
    """The organiser's reason for an adjudicated result; None if it was played."""
    settled_at: Mapped[datetime | None]


class TournamentLog(Model):
    """What the organiser did, with the reason that everybody can read."""

    __tablename__ = "tournament_log"

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id"), index=True)
    at: Mapped[datetime]
    what: Mapped[str] = mapped_column(String(40))
    """The code of what was done, as `paused`, `removed`, `adjudicated`, `rematch-allowed`."""
    data: Mapped[dict[str, Any]]
    reason: Mapped[str] = mapped_column(String(200), default="")


class GameBatch(Model):
    """Games that an organiser arranged at once."""

    __tablename__ = "game_batch"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    organiser_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    created_at: Mapped[datetime]


class OrganiserConsent(Model):
    """An account's agreement that an organiser may seat it in games without asking for each."""

    __tablename__ = "organiser_consent"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    organiser_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True, index=True)
    organiser: Mapped[Account] = relationship(lazy="joined", innerjoin=True, foreign_keys=organiser_id)
    created_at: Mapped[datetime]
