"""Tactics of Siesta: points now, points with one more piece, and the opponents' gains.

A roof with a sun behind it, beside a long row of shadows, is worth the whole row. So each piece is evaluated together
with the piece that would make it score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from math import exp, sqrt
from typing import TypeAlias

from rules.game import Seat
from rules.games.siesta.cells import FREE, OWNERS, STEPS, SUN_HERE, past_roofs
from rules.games.siesta.pieces import ROOF, SHADOW, SUN, TURN, VILLAGE, Piece
from rules.games.siesta.position import Siesta
from rules.games.siesta.siestas import Completion, earned
from rules.games.siesta.sights import completed, light_goes_on
from rules.games.siesta.turns import in_stock
from rules.games.siesta.village import Village
from rules.searching import Careless, Skill, Walks

Worths: TypeAlias = dict[tuple[int, int], float]
"""Values by kind and square."""

BREADTH = 28
"""Candidates to keep; the best pieces of a turn are among them."""
SHARPNESS = 1.1
"""Steepness of priors: one more point multiplies a prior by exp(SHARPNESS)."""
SKILLS: Mapping[int, Skill] = {1: Careless(0.42), 2: Walks(8), 3: Walks(32), 4: Walks(320)}
"""Levels; a few walks make so much difference here that five levels could not be closer together."""
SHARE = 0.5
"""Share of a point that needs one more piece of this turn."""
OPEN = 0.85
"""Share of a point that a turn could gain, against one scored; fitted to games against itself."""
ENVY = 0.8
"""Points of one's own that a point of the average opponent costs."""
SUNS_A_TURN, ROOFS_A_TURN, SHADOWS_A_TURN = 0.75, 1.4, 0.9
"""Pieces used in a turn; measured in games against itself."""
LUCK = 0.66
"""Spread of the lead per root of the turns left, as the scale of a logistic; measured in games against itself."""


def candidates(position: Siesta) -> Sequence[tuple[Piece, float]]:
    """Select the most promising legal pieces by net gain, alone or with one more piece."""
    pieces = position.legal_actions()
    village = position.village
    if village.free == VILLAGE:
        return [(piece, 1.0) for piece in pieces]
    later: Worths = with_one_more(village, position.seat) if position.left > 1 else {}
    worths = [
        single(kind, bit, village, position.seat) + SHARE * later.get((kind, bit), 0.0) for kind, bit, _ in pieces
    ]
    best = nlargest(BREADTH, zip(worths, pieces, strict=True))
    return [(piece, exp((worth - best[0][0]) * SHARPNESS)) for worth, piece in best]


def single(kind: int, bit: int, village: Village, seat: Seat) -> float:
    """Return a seat's immediate gain from one piece, less the others' gains."""
    return net(completed(village.cells, kind, bit, OWNERS[seat]), len(village.owned), seat)


def with_one_more(village: Village, seat: Seat) -> Worths:
    """Return the best joint gain of a new roof with a sun or a shadow, for each of these pieces."""
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


def net(siestas: Sequence[Completion], seats: int, seat: Seat) -> float:
    """Return a seat's gain from siestas, less the others' gains."""
    if not siestas:
        return 0.0
    gains = [earned(siestas, owner) for owner in OWNERS[:seats]]
    return gains[seat] - ENVY * (sum(gains) - gains[seat]) / (seats - 1)


def estimate(position: Siesta) -> Sequence[float]:
    """Estimate each seat's chance of winning from its points and possible gains; exact once the game is over."""
    winners = position.winners()
    if winners:
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(position.points))]
    hopes = outlooks(position.village, position.seat, TURN)
    prospects = [score + OPEN * hope for score, hope in zip(position.points, hopes, strict=True)]
    spread = LUCK * sqrt(1 + turns_left(position))
    best = max(prospects)
    chances = [exp((prospect - best) / spread) for prospect in prospects]
    return [chance / sum(chances) for chance in chances]


def skills(position: Siesta) -> Mapping[int, Skill]:
    """Return the levels below the strongest."""
    return SKILLS


def outlooks(village: Village, seat: Seat, pieces: int) -> list[int]:
    """Estimate each seat's possible gain with this many pieces: the sum of its best single gains.

    The supply is that of the seat to act.
    """
    gains: list[list[int]] = [[] for _ in village.owned]
    for kind, places in enumerate(in_stock(village, seat, village.completing())):
        for bit in bits(places):
            siestas = completed(village.cells, kind, bit, owner=0)
            for owner, found in zip(OWNERS, gains, strict=False):
                builder = owner if kind == ROOF else 0
                found.append(earned(siestas, owner, builder))
    return [sum(nlargest(pieces, found)) for found in gains]


def bits(mask: int) -> Iterator[int]:
    """Yield the single bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def turns_left(position: Siesta) -> float:
    """Estimate the number of turns left for all seats."""
    seats = range(len(position.points))
    suns, _, shadows = position.supply(0)
    roofs = min(position.supply(seat)[ROOF] for seat in seats)
    return min(suns / SUNS_A_TURN, shadows / SHADOWS_A_TURN, roofs / ROOFS_A_TURN * len(seats))
