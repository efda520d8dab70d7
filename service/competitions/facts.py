"""What happens in tournaments: an event for programs, and a fact for listeners (see `service.jobs.facts`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.json_types import Json
from service.jobs import events
from service.jobs.facts import Fact, tell
from service.models import Tournament, TournamentEntry


@dataclass(frozen=True)
class TournamentNews(Fact):
    """Something happened that concerns the players of those entries, and the organiser.

    `kind` is that of the event `tournament.<kind>`: `confirm` (each player is to enter again, or is left out at
    `due_at`), `started`, `round`, `stuck` (paused by a failure, for the organiser alone), `finished` or `cancelled`.
    """

    kind: str
    tournament: Tournament
    entries: Sequence[TournamentEntry]
    now: datetime


def announce(
    kind: str, tournament: Tournament, entries: Sequence[TournamentEntry], now: datetime, **data: Json
) -> None:
    """Record an event of a tournament, and tell the fact, in the transaction that has locked it."""
    events.record_for((each.account_id for each in entries), f"tournament.{kind}", tournament, now, **data)
    tell(TournamentNews(kind, tournament, entries, now))
