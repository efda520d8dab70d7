"""Text diagrams: the board as the text picture shows it, then lines for the seats' possessions.

Eight rows of twelve cells, the top row first: `Wi3` is the suit mark of a tile of value 3, `wi` a coin, `@Wi` a Shaman,
`.` or `+` an open quadrant; tribes are Wi, Au, Su, Sp. Frames and letters of columns are optional. Below the board:

    A winter: winter 6, spring 2    the tribe of seat A and the coins in its hand, or `nothing`
    B -: nothing                    a seat that has not chosen yet
    to move: A                      or `nobody` for a game that is over; A if left out
    moved: winter                   the Shaman that has just moved and whose coin is due
    discards: 1                     how many seats in a row have had to discard
"""

from __future__ import annotations

import re
from itertools import chain
from typing import NamedTuple

from rules.game import Setup
from rules.games.tribes.actions import NONE
from rules.games.tribes.layout import BOARD, CORNERS, FOUR, TILE_SQUARES, TRIBES, Land, Tile, check_layout
from rules.games.tribes.position import Hand, TribesPosition
from rules.games.tribes.wording import MAY, OPEN, SHORT

SEATS = "ABCD"
_ROW = re.compile(r"[1-8] *\|(.*)")
_CELL = re.compile(r"[.+]|@?[A-Za-z]{2}[1-6]?")
_FRAME = re.compile(r"[-+ ]+|[a-l ]+")
_SEAT = re.compile(r"([A-D]) (-|[a-z]+): *(.*)")
_NOTE = re.compile(r"(to move|moved|discards): *(\w+)")


class Notes(NamedTuple):
    """Facts below the board of a diagram."""

    chosen: tuple[int, ...]
    hands: tuple[Hand, ...]
    to_move: str
    moved: int
    discards: int


def diagram(setup: Setup, text: str) -> TribesPosition:
    """Parse a diagram with its own tiles instead of the setup's; raise ValueError."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    rows = [match[1] for line in lines if (match := _ROW.fullmatch(line))]
    notes = _notes([line for line in lines if not _ROW.fullmatch(line) and not _FRAME.fullmatch(line)])
    if len(notes.chosen) != setup["players"]:
        raise ValueError(f"this diagram needs {setup['players']} seats")
    return _position(_board(rows), notes, advanced=setup["options"].get("coins") == "advanced")


def _board(rows: list[str]) -> dict[int, str]:
    """Map each quadrant that is not open to its cell."""
    found = [_CELL.findall(row) for row in reversed(rows)]
    if [len(row) for row in found] != [BOARD.columns] * BOARD.rows:
        raise ValueError("a board has 8 rows of 12 cells")
    return {square: cell for square, cell in enumerate(chain(*found)) if cell not in (OPEN, MAY)}


def _land(board: dict[int, str]) -> Land:
    tiles = []
    for squares in TILE_SQUARES:
        ((corner, mark),) = [
            (corner, board[square])
            for corner, square in zip(CORNERS, squares, strict=True)
            if board.get(square, OPEN)[-1].isdecimal()
        ]
        tiles.append(Tile(SHORT.index(mark[:2]), int(mark[2]), corner))
    land = Land(tuple(tiles))
    check_layout(0, {}, {"tiles": land.to_json()})
    return land


def _position(board: dict[int, str], notes: Notes, *, advanced: bool) -> TribesPosition:
    markers = tuple(_squares(board, rf"(?i:{short})[1-6]?") for short in SHORT)
    shamans = tuple(_squares(board, f"@{short}") for short in SHORT)
    occupied = sum(markers) | sum(shamans)
    homes = tuple(BOARD.flood(shaman, occupied) for shaman in shamans)
    if any(homes[tribe] & shamans[other] for tribe in FOUR for other in FOUR if other != tribe):
        raise ValueError("a settlement never holds two Shamans")
    return TribesPosition(
        _land(board), advanced, notes.chosen, notes.hands, markers, shamans, homes, sum(markers),
        None if notes.to_move == "nobody" else SEATS.index(notes.to_move), notes.moved, notes.discards,
    )  # fmt: skip


def _squares(board: dict[int, str], pattern: str) -> int:
    return sum(BOARD.bits[square] for square, cell in board.items() if re.fullmatch(pattern, cell))


def _notes(lines: list[str]) -> Notes:
    seats = [match for line in lines if (match := _SEAT.fullmatch(line))]
    notes = {match[1]: match[2] for line in lines if (match := _NOTE.fullmatch(line))}
    if len(seats) + len(notes) != len(lines):
        raise ValueError("a line of the diagram says nothing that is known")
    chosen = tuple(NONE if match[2] == "-" else TRIBES.index(match[2]) for match in seats)
    return Notes(
        chosen,
        () if NONE in chosen else tuple(_hand(match[3]) for match in seats),
        notes.get("to move", "A"),
        TRIBES.index(notes["moved"]) if "moved" in notes else NONE,
        int(notes.get("discards", "0")),
    )


def _hand(text: str) -> Hand:
    if text == "nothing":
        return (0,) * len(TRIBES)
    held = dict(part.split(" ") for part in text.split(", "))
    return tuple(int(held.get(name, "0")) for name in TRIBES)
