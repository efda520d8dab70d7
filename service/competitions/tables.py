"""The crosstable of a tournament: its standings and pairings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from rules.json_types import Json
from service.competitions.entries import entries_of
from service.competitions.pairing.interface import Entrant
from service.competitions.standings import Row, standings
from service.db.engines import session
from service.models import EntryState, Pairing, Tournament, TournamentEntry


@dataclass(frozen=True)
class TableRow:
    """A line of the table: a player's place and points, and their entry."""

    row: Row
    entry: TournamentEntry


@dataclass(frozen=True)
class Crosstable:
    """The table of a tournament: its rows, the best first, and all pairings by round and board."""

    rows: Sequence[TableRow]
    pairings: Sequence[Pairing]


def table_of(tournament: Tournament) -> Crosstable:
    """Compute the table of a tournament in two statements; it is empty before the start."""
    numbered = {entry.number: entry for entry in entries_of(tournament) if entry.number is not None}
    pairings = pairings_of(tournament)
    rows = standings(tournament.system, entrants_of(numbered.values()), pairings) if numbered else ()
    return Crosstable([TableRow(row, numbered[row.number]) for row in rows], pairings)


def pairings_of(tournament: Tournament) -> Sequence[Pairing]:
    """List all pairings of a tournament, by round and board."""
    wanted = select(Pairing).where(Pairing.tournament_id == tournament.id).order_by(Pairing.round, Pairing.board)
    return session().scalars(wanted.execution_options(populate_existing=True)).all()


def pairing_json(pairing: Pairing, names: Mapping[int, str]) -> dict[str, Json]:
    """Serialize a pairing, given the names of its players by their numbers."""
    return {
        "round": pairing.round,
        "board": pairing.board,
        "players": [names[number] for number in pairing.players],
        "game": pairing.game_id,
        "half_points": [*pairing.half_points] if pairing.half_points is not None else None,
        "unplayed": pairing.unplayed,
        "decided_by": pairing.decided_by,
    }


def entrants_of(entries: Iterable[TournamentEntry]) -> list[Entrant]:
    """Return the players who have a number, for the pairing system."""
    return [
        Entrant(entry.number, entry.first_round, entry.state == EntryState.ENTERED)
        for entry in entries
        if entry.number is not None
    ]
