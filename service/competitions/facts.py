"""Facts about tournaments, for listeners (see `service.jobs.facts`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from service.jobs.facts import Fact
from service.models import Tournament, TournamentEntry


@dataclass(frozen=True)
class ConfirmationAsked(Fact):
    """A player who entered weeks ago is asked to enter again until `until`, or is left out."""

    tournament: Tournament
    entry: TournamentEntry
    until: datetime
    now: datetime


@dataclass(frozen=True)
class TournamentStarted(Fact):
    """A tournament has started; its first games are about to begin."""

    tournament: Tournament
    entries: Sequence[TournamentEntry]
    now: datetime


@dataclass(frozen=True)
class TournamentFinished(Fact):
    """All games of a tournament are over; the table becomes final within 48 hours."""

    tournament: Tournament
    entries: Sequence[TournamentEntry]
    now: datetime


@dataclass(frozen=True)
class TournamentCancelled(Fact):
    """A tournament was cancelled: by its organiser, or because too few had entered (`note` of the tournament)."""

    tournament: Tournament
    entries: Sequence[TournamentEntry]
    now: datetime


@dataclass(frozen=True)
class TournamentStuck(Fact):
    """A tournament was paused because its next round could not be drawn or begun; its organiser is told."""

    tournament: Tournament
    now: datetime
