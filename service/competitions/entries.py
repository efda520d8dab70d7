"""Entries of a tournament: enter, withdraw, come back, and confirm."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from service.models import Account, Tournament, TournamentEntry


def enter(tournament_id: str, account: Account, now: datetime) -> TournamentEntry:
    """Enter a tournament, come back to it, or confirm the entry. Idempotent.

    NotFound; Forbidden `suspended`, `not-entitled`; Conflict `entries-closed`, `tournament-full`, `owner-entered`.
    """
    raise NotImplementedError


def withdraw(tournament_id: str, account: Account, now: datetime) -> None:
    """Withdraw from a tournament: no further game begins; games under way go on. Idempotent; NotFound without an entry.

    Before the start the entry is deleted.
    """
    raise NotImplementedError


def entries_of(tournament: Tournament) -> Sequence[TournamentEntry]:
    """List the entries in the order of entering."""
    raise NotImplementedError


def entry_of(tournament: Tournament, account: Account | None) -> TournamentEntry | None:
    """Return the account's entry, or None."""
    raise NotImplementedError
