"""The start of a tournament: ask those who entered weeks ago, then start it, let it wait, or cancel it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from secrets import SystemRandom

from service.competitions.entries import entries_of, leave
from service.competitions.facts import announce
from service.competitions.tournaments import CONFIRMED_BEFORE, STALE_AFTER, Seeding
from service.models import EntryState, Tournament, TournamentEntry, TournamentState
from service.ratings.ratings import values_in
from service.ratings.results import pool_of

TOO_FEW = "too-few-entries"


def start_if_due(tournament: Tournament, now: datetime) -> None:
    """Go on with a locked tournament that takes entries, if it is due."""
    if tournament.due_at is None or tournament.due_at > now:
        return
    entries = [entry for entry in entries_of(tournament) if entry.state == EntryState.ENTERED]
    asked = [entry for entry in entries if entry.asked_at is not None]
    starts_at, start = tournament.starts_at, tournament.starts_at or now
    stale = [each for each in entries if (each.confirmed_at or each.entered_at) < start - STALE_AFTER]
    is_full = len(entries) >= tournament.most_entries
    if start > now or (starts_at is None and is_full and stale and not asked):
        _ask(tournament, stale, starts_at or now + CONFIRMED_BEFORE, now)
        return
    for entry in asked:
        leave(tournament, entry, EntryState.WITHDRAWN, now)
    players = [entry for entry in entries if entry.asked_at is None]
    tournament.due_at = None
    if starts_at is None and len(players) < tournament.most_entries:
        return
    if len(players) < tournament.least_entries:
        cancel_for(tournament, TOO_FEW, now)
    else:
        _start(tournament, players, now)


def cancel_for(tournament: Tournament, note: str, now: datetime) -> None:
    """Cancel a locked tournament for a reason, and tell everybody; games under way go on."""
    tournament.state, tournament.note, tournament.due_at = TournamentState.CANCELLED, note, None
    tournament.finished_at = tournament.final_at = now
    entries = [entry for entry in entries_of(tournament) if entry.state != EntryState.REMOVED]
    announce("cancelled", tournament, entries, now, note=note)


def _ask(tournament: Tournament, stale: Sequence[TournamentEntry], until: datetime, now: datetime) -> None:
    """Ask for confirmations until then; a second call asks nobody again."""
    tournament.due_at = until
    for entry in (each for each in stale if each.asked_at is None):
        entry.asked_at = now
        announce("confirm", tournament, [entry], now)


def _start(tournament: Tournament, players: Sequence[TournamentEntry], now: datetime) -> None:
    for number, entry in enumerate(_seeded(tournament, players, now), 1):
        entry.number = number
    tournament.state, tournament.started_at = TournamentState.RUNNING, now
    announce("started", tournament, players, now)


def _seeded(tournament: Tournament, players: Sequence[TournamentEntry], now: datetime) -> Sequence[TournamentEntry]:
    """Return the players in the order of seeding; a player without a rating counts as a new one."""
    if tournament.seeding == Seeding.RANDOM:
        return SystemRandom().sample(players, len(players))
    if tournament.seeding == Seeding.ENTRY:
        return players
    pool = pool_of(tournament.ruleset, tournament.options)
    values = values_in([entry.account_id for entry in players], pool, now)
    return sorted(players, key=lambda entry: -values[entry.account_id])
