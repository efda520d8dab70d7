"""What a good player of Siesta weighs: points now, points a second piece away, what others gain.

A roof with a sun behind it, beside a long row of shadows, is worth the whole row: so a piece is judged together with
the one that would make it score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from math import exp, sqrt

from rules.games.siesta.pieces import ROOF, TURN, VILLAGE, Piece
from rules.games.siesta.position import Siesta
from rules.games.siesta.prospects import Worths, outlooks, single, with_one_more
from rules.searching import Careless, Skill, Walks

BREADTH = 28
"""Candidates kept; the best pieces of a turn are among them."""
SHARPNESS = 1.1
"""How much stronger a prior becomes with a point more: exp(SHARPNESS)."""
SKILLS: Mapping[int, Skill] = {1: Careless(0.42), 2: Walks(8), 3: Walks(32), 4: Walks(320)}
"""Levels; each walk tells so much here that no five of them could be closer together."""
SHARE = 0.5
"""What a point is worth now that one more piece of this turn will bring."""
OPEN = 0.85
"""What a point is worth that a turn could gain, next to one that is made; fitted to games against itself."""
SUNS_A_TURN, ROOFS_A_TURN, SHADOWS_A_TURN = 0.75, 1.4, 0.9
"""How fast the supplies go; measured in games played against itself."""
LUCK = 0.66
"""Points by which the lead strays, times the root of the turns left; measured likewise, as the scale of a logistic."""


def candidates(position: Siesta) -> Sequence[tuple[Piece, float]]:
    """The most promising legal pieces, by what they gain against the others, alone or with one more piece."""
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


def estimate(position: Siesta) -> Sequence[float]:
    """The chance of each seat to win, from the points it has and what is open to it; exact once the game is over."""
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
    """The levels below the strongest."""
    return SKILLS


def turns_left(position: Siesta) -> float:
    """About how many turns of all seats are still to come."""
    seats = range(len(position.points))
    suns, _, shadows = position.supply(0)
    roofs = min(position.supply(seat)[ROOF] for seat in seats)
    return min(suns / SUNS_A_TURN, shadows / SHADOWS_A_TURN, roofs / ROOFS_A_TURN * len(seats))
