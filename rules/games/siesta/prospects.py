"""What a single piece gains for the seat to act against the others, and what a roof would with one more piece."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import nlargest
from typing import TypeAlias

from rules.game import Seat
from rules.games.siesta.cells import FREE, OWNERS, STEPS, SUN_HERE, past_roofs
from rules.games.siesta.pieces import ROOF, SHADOW, SUN
from rules.games.siesta.siestas import Siesta, earned
from rules.games.siesta.sights import completed, light_goes_on
from rules.games.siesta.turns import in_stock
from rules.games.siesta.village import Village

Worths: TypeAlias = dict[tuple[int, int], float]
"""By kind and square."""

ENVY = 0.8
"""What a point of the average opponent takes away from a point of one's own."""


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def net(siestas: Sequence[Siesta], seats: int, seat: Seat) -> float:
    """What siestas bring to one of so many seats, less what they bring to the others."""
    if not siestas:
        return 0.0
    gains = [earned(siestas, owner) for owner in OWNERS[:seats]]
    return gains[seat] - ENVY * (sum(gains) - gains[seat]) / (seats - 1)


def single(kind: int, bit: int, village: Village, seat: Seat) -> float:
    """What one piece of a seat brings it at once, less what it brings to the others."""
    return net(completed(village.cells, kind, bit, OWNERS[seat]), len(village.owned), seat)


def outlooks(village: Village, seat: Seat, pieces: int) -> list[int]:
    """About what each seat could gain with so many pieces: its best that score at once, each taken by itself.

    Of which kind there are pieces left is asked for the seat that is to act.
    """
    gains: list[list[int]] = [[] for _ in village.owned]
    for kind, places in enumerate(in_stock(village, seat, village.completing())):
        for bit in bits(places):
            siestas = completed(village.cells, kind, bit, owner=0)
            for owner, found in zip(OWNERS, gains, strict=False):
                builder = owner if kind == ROOF else 0
                found.append(earned(siestas, owner, builder))
    return [sum(nlargest(pieces, found)) for found in gains]


def with_one_more(village: Village, seat: Seat) -> Worths:
    """The best that a new roof and a sun, or a new roof and a shadow, bring together, for each of these pieces."""
    best: Worths = defaultdict(float)
    cells, owner, seats = village.cells, OWNERS[seat], len(village.owned)
    bright, places, cool = in_stock(village, seat, (village.bright, village.touching, village.cool))
    for bit in bits(places):
        place = bit.bit_length() - 1
        for step in STEPS:
            owners_back, first = past_roofs(cells, place - step, -step)
            sun = 1 << first & bright if cells[first] == FREE else 0
            if not sun and cells[first] != SUN_HERE:
                continue
            owners_on, last = past_roofs(cells, place + step, step)
            _, resting, facing = light_goes_on(cells, last, step, 0)
            shadow = 1 << last & cool if cells[last] == FREE else 0
            if (resting or shadow) and not (sun and shadow):
                siesta = (owners_back | owner | owners_on, resting or 1, facing)
                gain = net([siesta], seats, seat)
                for piece in ((ROOF, bit), (SUN, sun), (SHADOW, shadow)):
                    best[piece] = max(best[piece], gain)
    return best
