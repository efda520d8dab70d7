"""Text diagrams of positions: the discs filled in each sector, the player to move, and the dice.

max-13: A 16, C 12
to move: B
dice: 2 3 6
rerolled: yes
"""

from __future__ import annotations

from rules.canvas import SEATS
from rules.game import Setup
from rules.games.seasons.actions import DICE, FACES
from rules.games.seasons.position import Seasons, start
from rules.games.seasons.sectors import SECTORS

_LETTERS = [look.letter for look in SEATS]


def read(setup: Setup, text: str) -> Seasons:
    """Parse a diagram; raise ValueError. Omitted lines mean free discs, seat A and no dice."""
    lines = dict(_split(line) for line in text.splitlines() if line.strip())
    empty = start(setup)
    seats = len(empty.free)
    discs = tuple(_row(lines.pop(sector.name, ""), seats) for sector in SECTORS)
    free = tuple(sum(1 << index for index, row in enumerate(discs) if not row[seat]) for seat in range(seats))
    seat = _LETTERS.index(lines.pop("to move", "A"))
    dice = tuple(sorted(int(word) for word in lines.pop("dice", "").split()))
    rerolls = empty.rerolls - (lines.pop("rerolled", "no") == "yes")
    if lines:
        raise ValueError(f"unknown: {', '.join(lines)}")
    position = Seasons(seat, discs, free, dice, rerolls, empty.rerolls_a_turn)
    _check(position)
    return position


def _split(line: str) -> tuple[str, str]:
    name, _, rest = line.partition(":")
    return name.strip(), rest.strip()


def _row(text: str, seats: int) -> tuple[int, ...]:
    row = [0] * seats
    for entry in filter(None, (part.strip() for part in text.split(","))):
        letter, eye_sum = entry.split()
        row[_LETTERS.index(letter)] = int(eye_sum)
    return tuple(row)


def _check(position: Seasons) -> None:
    """Check that a position can occur in a game; raise ValueError."""
    for sector, row, owner in zip(SECTORS, position.discs, position.owners(), strict=True):
        if any(eye_sum and not DICE <= eye_sum <= FACES * DICE for eye_sum in row):
            raise ValueError(f"no eye-sum of three dice: {sector.name}")
        if 0 not in row and owner is None:
            raise ValueError(f"it would be neutralised: {sector.name}")
    if any(position.free) and not position.free[position.seat]:
        raise ValueError("the seat to move has no free disc")
    if position.rerolls < 0 or len(position.dice) > DICE or any(not 1 <= value <= FACES for value in position.dice):
        raise ValueError("no such dice")
