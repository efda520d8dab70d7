"""The table of a tournament as rows and cells: across opponents in a small round robin, else across rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from service.competitions.standings import TIE_BREAKS
from service.competitions.tables import Crosstable, TableRow
from service.language.catalogue import gettext
from service.models import Account, Pairing, System, Tournament
from service.presentation.names import called
from service.presentation.tournament_words import TIE_BREAKS_NAMED, points, result, tie_break

CROSS = 16
"""Most players of a round robin whose table is across opponents."""


@dataclass(frozen=True)
class TableCell:
    """A player's points in a game, and the lines of the opponents."""

    points: str
    others: str
    game_id: str | None
    is_unplayed: bool


@dataclass(frozen=True)
class TableLine:
    """A line of the table and its number, which differs from shared places; a cell is None without a pairing."""

    number: int
    row: TableRow
    points: str
    tie_breaks: Sequence[str]
    cells: Sequence[TableCell | None]


@dataclass(frozen=True)
class PairingShown:
    """A pairing of a round: its players in the order of seats, and its result, empty while the game goes on."""

    pairing: Pairing
    players: Sequence[Account]
    result: str


def heads_of(tournament: Tournament, table: Crosstable) -> Sequence[str]:
    """Return the headings of the columns: the opponents' lines, or the rounds."""
    columns = len(table.rows) if is_across_opponents(tournament, table) else tournament.round
    return [str(number) for number in range(1, columns + 1)]


def tie_breaks_of(tournament: Tournament) -> Sequence[str]:
    """Return the names of the tie-breaks, the first that decides first."""
    return [gettext(TIE_BREAKS_NAMED[code]) for code in TIE_BREAKS[tournament.system]]


def lines_of(tournament: Tournament, table: Crosstable, rows: Sequence[TableRow], first: int) -> Iterator[TableLine]:
    """Yield some lines of the table; `first` is the number of the first one."""
    is_cross, cells = is_across_opponents(tournament, table), _cells(tournament, table)
    columns = [row.row.number for row in table.rows] if is_cross else range(1, tournament.round + 1)
    codes = TIE_BREAKS[tournament.system]
    for number, row in enumerate(rows, first):
        values = [tie_break(code, value) for code, value in zip(codes, row.row.tie_breaks, strict=True)]
        own = [cells.get((row.row.number, column)) for column in columns]
        yield TableLine(number, row, points(row.row.half_points), values, own)


def boards_of(table: Crosstable) -> Iterator[PairingShown]:
    """Yield all pairings, by round and board."""
    accounts = {row.row.number: row.entry.account for row in table.rows}
    for pairing in table.pairings:
        yield PairingShown(pairing, [accounts[each] for each in pairing.players], result(pairing.half_points))


def is_across_opponents(tournament: Tournament, table: Crosstable) -> bool:
    """Return whether the columns are opponents: each meets each once, and they are few."""
    return tournament.system == System.ROUND_ROBIN and len(table.rows) <= CROSS


def _cells(tournament: Tournament, table: Crosstable) -> Mapping[tuple[int, int], TableCell]:
    """Return the cells by player and column."""
    lines = {row.row.number: line for line, row in enumerate(table.rows, 1)}
    is_cross, found = is_across_opponents(tournament, table), dict[tuple[int, int], TableCell]()
    for pairing in table.pairings:
        for seat, player in enumerate(pairing.players):
            others = [each for each in pairing.players if each != player]
            made = points(pairing.half_points[seat]) if pairing.half_points is not None else "…"
            named = " ".join(str(lines[each]) for each in others) or gettext("bye")
            cell = TableCell(made, "" if is_cross else named, pairing.game_id, pairing.unplayed)
            found.update({(player, column): cell for column in (others if is_cross else [pairing.round])})
    return found


def names_on(board: PairingShown) -> str:
    """Return the names of a pairing's players; one alone has a bye."""
    names = [called(account) for account in board.players]
    return " · ".join(names) if len(names) > 1 else gettext("%(name)s: bye", name=names[0])
