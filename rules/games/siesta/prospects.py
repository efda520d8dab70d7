"""What a single piece gains for the seat to act against the others, and what a roof would with one more piece."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import nlargest
from typing import TypeAlias

from rules.game import Seat
from rules.games.siesta.pieces import ROOF, SHADOW, SUN
from rules.games.siesta.siestas import AXES, Ray, Siesta, completed, earned, onwards
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


def net(siestas: Sequence[Siesta], roofs: Sequence[int], seat: Seat) -> float:
    """What siestas bring to a seat, less what they bring to the others."""
    if not siestas:
        return 0.0
    gains = [earned(siestas, own) for own in roofs]
    return gains[seat] - ENVY * (sum(gains) - gains[seat]) / (len(roofs) - 1)


def single(kind: int, bit: int, village: Village, seat: Seat) -> float:
    """What one piece of a seat brings it at once, less what it brings to the others."""
    roofs = village.owned
    siestas = completed(kind, bit, village.suns, village.roofs, village.shadows)
    if kind == ROOF and siestas:
        roofs = (*roofs[:seat], roofs[seat] | bit, *roofs[seat + 1 :])
    return net(siestas, roofs, seat)


def outlooks(village: Village, seat: Seat, pieces: int) -> list[int]:
    """About what each seat could gain with so many pieces: its best that score at once, each taken by itself.

    Of which kind there are pieces left is asked for the seat that is to act.
    """
    gains: list[list[int]] = [[] for _ in village.owned]
    for kind, places in enumerate(in_stock(village, seat, village.completing())):
        for bit in bits(places):
            siestas = completed(kind, bit, village.suns, village.roofs, village.shadows)
            for own, found in zip(village.owned, gains, strict=True):
                found.append(earned(siestas, own | bit if kind == ROOF else own))
    return [sum(nlargest(pieces, found)) for found in gains]


def with_one_more(village: Village, seat: Seat) -> Worths:
    """The best that a new roof and a sun, or a new roof and a shadow, bring together, for each of these pieces."""
    best: Worths = defaultdict(float)
    free = village.free
    touching = (free & ~village.beside_shadows, village.touching & free, free & ~village.beside_suns)
    bright, places, cool = in_stock(village, seat, touching)
    for bit in bits(places):
        for behind, on in AXES[bit]:
            lit = _light(behind, village, bright)
            if lit is None:
                continue
            houses, sun = lit
            ahead, resting, facing = onwards(on, village.suns, village.roofs, village.shadows, 0)
            shadow = 0 if resting else _free_after(on, village.roofs) & cool
            if (resting or shadow) and not (sun and shadow):
                run = houses | ahead | bit
                gain = _gain(Siesta(run, resting or 1, facing), bit, village.owned, seat)
                for piece in ((ROOF, bit), (SUN, sun), (SHADOW, shadow)):
                    best[piece] = max(best[piece], gain)
    return best


def _gain(siesta: Siesta, bit: int, roofs: Sequence[int], seat: Seat) -> float:
    return net([siesta], (*roofs[:seat], roofs[seat] | bit, *roofs[seat + 1 :]), seat)


def _light(ray: Ray, village: Village, bright: int) -> tuple[int, int] | None:
    """The roofs on `ray`, and the square where a sun would have to stand behind them; 0 if there is one already."""
    houses = 0
    for bit in ray:
        if bit & village.roofs:
            houses |= bit
        elif bit & village.suns:
            return houses, 0
        else:
            return (houses, bit) if bit & bright else None
    return None


def _free_after(ray: Ray, roofs: int) -> int:
    """The first square of `ray` without a roof, whatever is on it; 0 at the edge."""
    return next((bit for bit in ray if not bit & roofs), 0)
