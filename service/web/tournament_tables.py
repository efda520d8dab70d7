"""The table of a tournament as cells: across opponents in a small round robin, else across rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.competitions.tables import Crosstable
from service.language.catalogue import gettext
from service.models import Account, Pairing, System, Tournament
from service.presentation.names import called
from service.presentation.tournament_words import points

CROSS = 16
"""Most players of a round robin whose table is across opponents."""


@dataclass(frozen=True)
class TableCell:
    """A player's points in a game, and the lines of the opponents."""

    points: str
    others: str
    pairing: Pairing


def columns_of(tournament: Tournament, table: Crosstable) -> Sequence[int]:
    """Return the columns: the numbers of the opponents in the order of their lines, or the rounds."""
    if is_across_opponents(tournament, table):
        return [row.row.number for row in table.rows]
    return range(1, tournament.round + 1)


def cells_of(tournament: Tournament, table: Crosstable) -> Mapping[tuple[int, int], TableCell]:
    """Return the cells by player and column; there is none without a pairing."""
    lines = {row.row.number: line for line, row in enumerate(table.rows, 1)}
    is_cross, found = is_across_opponents(tournament, table), dict[tuple[int, int], TableCell]()
    for pairing in table.pairings:
        for seat, player in enumerate(pairing.players):
            others = [each for each in pairing.players if each != player]
            made = points(pairing.half_points[seat]) if pairing.half_points is not None else "…"
            named = " ".join(str(lines[each]) for each in others) or gettext("bye")
            cell = TableCell(made, "" if is_cross else named, pairing)
            found.update({(player, column): cell for column in (others if is_cross else [pairing.round])})
    return found


def is_across_opponents(tournament: Tournament, table: Crosstable) -> bool:
    """Return whether the columns are opponents: each meets each once, and they are few."""
    return tournament.system == System.ROUND_ROBIN and len(table.rows) <= CROSS


def accounts_in(table: Crosstable) -> Mapping[int, Account]:
    """Return the players of a table by their numbers."""
    return {row.row.number: row.entry.account for row in table.rows}


def names_on(pairing: Pairing, accounts: Mapping[int, Account]) -> str:
    """Return the names of a pairing's players in the order of seats; one alone has a bye."""
    names = [called(accounts[number]) for number in pairing.players]
    return " · ".join(names) if len(names) > 1 else gettext("%(name)s: bye", name=names[0])
