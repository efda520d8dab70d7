"""Text diagrams of Siesta positions, for cases and analysis.

Rows from the top, each with its number; omitted rows are empty. `*` is a sun, a letter a seat's roof, `#` a shadow, `.`
a free square. Then `to move: B`, and in mid-turn `pieces left: 2` and `gained: 1`.
"""

from __future__ import annotations

from rules.game import Setup
from rules.games.siesta.pieces import BITS, SQUARES, SUPPLY, TURN
from rules.games.siesta.position import Siesta
from rules.games.siesta.siestas import board_points
from rules.games.siesta.village import built

SEATS = "ABCD"


def read(setup: Setup, text: str) -> Siesta:
    """Parse a diagram; raise ValueError if it is no diagram of this game."""
    seats = SEATS[: setup["players"]]
    masks = dict.fromkeys(f"*#{seats}", 0)
    facts = {"to move": "A", "pieces left": str(TURN), "gained": "0"}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, colon, value = line.partition(":")
        if colon:
            if name not in facts:
                raise ValueError(name)
            facts[name] = value.strip()
        else:
            _read_row(line, masks)
    roofs = tuple(masks[letter] for letter in seats)
    _check_supply(masks)
    points = board_points(masks["*"], roofs, masks["#"])
    seat, left, gained = seats.index(facts["to move"]), int(facts["pieces left"]), int(facts["gained"])
    return Siesta(built(masks["*"], roofs, masks["#"]), seat, left, gained, points)


def _read_row(line: str, masks: dict[str, int]) -> None:
    number, *cells = line.split()
    marks = "".join(cells)
    if len(marks) != SQUARES.columns:
        raise ValueError(line)
    for column, mark in enumerate(marks):
        if mark != ".":
            masks[mark] |= BITS[(int(number) - 1) * SQUARES.columns + column]


def _check_supply(masks: dict[str, int]) -> None:
    for mark, mask in masks.items():
        kind = {"*": 0, "#": 2}.get(mark, 1)
        if mask.bit_count() > SUPPLY[kind]:
            raise ValueError(mark)
