"""The crosstable of a tournament: its standings and pairings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from service.competitions.standings import Row
from service.models import Pairing, Tournament, TournamentEntry


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
    note: str | None


def table_of(tournament: Tournament) -> Crosstable:
    """Compute the table of a tournament, with few statements."""
    raise NotImplementedError
