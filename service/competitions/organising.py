"""What the organiser of a tournament can do; each is written in its log, with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from service.models import Account, Tournament, TournamentLog


def pause(tournament_id: str, organiser: Account, reason: str, now: datetime) -> Tournament:
    """Begin no further games; those under way go on. Conflict `not-running`."""
    raise NotImplementedError


def go_on(tournament_id: str, organiser: Account, reason: str, now: datetime) -> Tournament:
    """Go on after a pause. Conflict `not-paused`."""
    raise NotImplementedError


def cancel(tournament_id: str, organiser: Account, reason: str, now: datetime) -> Tournament:
    """Cancel a tournament; games under way go on. Conflict `tournament-over`."""
    raise NotImplementedError


def rename(tournament_id: str, organiser: Account, title: str, now: datetime) -> Tournament:
    """Change the title."""
    raise NotImplementedError


def remove(tournament_id: str, organiser: Account, player: Account, reason: str, now: datetime) -> None:
    """Remove a player: no further game begins for them, and they cannot come back. NotFound without an entry."""
    raise NotImplementedError


def adjudicate(
    tournament_id: str,
    organiser: Account,
    place: tuple[int, int],
    half_points: Sequence[int],
    reason: str,
    now: datetime,
) -> None:
    """Set the result of the pairing at `place`, its round and board, and end its game if it is under way.

    A finished pairing's result can be changed until the table is final. NotFound; Invalid `bad-points`; Conflict
    `not-idle` if the last move in the game is not older than the tournament's `idle_days`; Conflict `table-final`.
    """
    raise NotImplementedError


def make_final(tournament_id: str, organiser: Account, now: datetime) -> Tournament:
    """Make the table final before its 48 hours are over. Conflict `results-missing`."""
    raise NotImplementedError


def log_of(tournament: Tournament) -> Sequence[TournamentLog]:
    """List what the organiser did, the latest last."""
    raise NotImplementedError
