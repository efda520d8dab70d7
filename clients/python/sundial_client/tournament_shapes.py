"""Types of tournaments."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

System = Literal["round-robin", "swiss", "knock-out", "tables"]
"""How the players meet."""
Seeding = Literal["rating", "entry", "random"]
"""The order of the pairing numbers."""
Entrants = Literal["anybody", "people", "bots"]
"""Who may enter."""
TournamentState = Literal["open", "running", "paused", "finished", "cancelled"]
"""The life cycle of a tournament."""


class NewTournament(TypedDict, total=False):
    """Terms of a tournament beside its title, ruleset and system."""

    options: dict[str, str]
    seats: int
    rounds: int | None
    days_per_move: int
    rated: bool
    seeding: Seeding
    least_entries: int
    most_entries: int
    late_entries: bool
    rating_from: int | None
    rating_to: int | None
    entrants: Entrants
    starts_at: str | None
    idle_days: int


class Tournament(TypedDict):
    """A tournament and its terms."""

    id: str
    number: int
    title: str
    organiser: str
    ruleset: str
    options: dict[str, str]
    system: System
    seats: int
    rounds: int | None
    days_per_move: int
    rated: bool
    seeding: Seeding
    least_entries: int
    most_entries: int
    late_entries: bool
    rating_from: int | None
    rating_to: int | None
    entrants: Entrants
    starts_at: str | None
    idle_days: int
    state: TournamentState
    round: int
    note: str | None
    created_at: str
    started_at: str | None
    finished_at: str | None
    final_at: str | None


class TournamentEntry(TypedDict):
    """A player's entry."""

    player: str
    number: int | None
    state: Literal["entered", "withdrawn", "vanished", "removed"]
    first_round: int
    entered_at: str
    is_asked: bool


class Standing(TypedDict):
    """A row of the table."""

    place: int
    player: str
    number: int
    half_points: int
    tie_breaks: dict[str, int]
    has_left: bool


class TournamentPairing(TypedDict):
    """Players who meet, or a player with a bye."""

    round: int
    board: int
    players: list[str]
    game: str | None
    half_points: list[int] | None
    unplayed: bool
    decided_by: str | None


class TournamentLog(TypedDict):
    """An action of the organiser."""

    at: str
    what: str
    player: str | None
    data: dict[str, Any]
    reason: str


class TournamentWhole(Tournament):
    """A tournament with its entries, table, pairings and log."""

    entries: list[TournamentEntry]
    table: list[Standing]
    pairings: list[TournamentPairing]
    log: list[TournamentLog]
