"""Tournaments: create them, and find them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from service.models import Account, System, Tournament, TournamentState


class Seeding(StrEnum):
    """The order of the pairing numbers: the first is the strongest."""

    RATING = "rating"
    ENTRY = "entry"
    """The order of entering."""
    RANDOM = "random"


class Entrants(StrEnum):
    """Who may enter."""

    ANYBODY = "anybody"
    PEOPLE = "people"
    BOTS = "bots"


@dataclass(frozen=True)
class NewTournament:
    """The terms of a new tournament. It starts at `starts_at`, or without it when `most_entries` have entered."""

    title: str
    ruleset: str
    system: System
    options: Mapping[str, str] = field(default_factory=dict)
    seats: int = 2
    rounds: int | None = None
    days_per_move: int = 3
    rated: bool = False
    seeding: Seeding = Seeding.RATING
    least_entries: int = 2
    most_entries: int = 64
    late_entries: bool = False
    rating_from: int | None = None
    rating_to: int | None = None
    entrants: Entrants = Entrants.ANYBODY
    starts_at: datetime | None = None
    idle_days: int = 7


def create_tournament(organiser: Account, wish: NewTournament, now: datetime) -> Tournament:
    """Create a tournament that takes entries."""
    raise NotImplementedError


def tournament_of(named: str) -> Tournament:
    """Return a tournament by its id or number, or NotFound."""
    raise NotImplementedError


def tournaments_listed(state: TournamentState | None, limit: int) -> Sequence[Tournament]:
    """List tournaments, the newest first."""
    raise NotImplementedError
