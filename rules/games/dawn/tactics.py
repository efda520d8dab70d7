"""What a good player of DAWN 11/15 looks at: how much room an asteroid keeps when the bars that are left come down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from operator import itemgetter

from rules.games.dawn.actions import Action, Arrival, Bar
from rules.games.dawn.position import MISSION_CONTROL, ROUNDS, DawnPosition
from rules.games.dawn.room import NEAR, fading, met, openness, rings

_HALF = 16.0
"""The result that counts as a half on the scale from 0 to 1; good players end between 3 and 18 (sheet, "Counting")."""
_SHARPNESS = 24.0
"""How strongly a weight falls with what an action gives away."""
_BARS_WEIGHED, _ARRIVALS_WEIGHED = 48, 28
"""How many actions are weighed with care, after a quick look at all."""
_CLOSE, _CLOSE_AT_REST, _MET = (10, 8, 6, 4, 3, 2), (8, 6, 3, 1), 6
"""What a bar is worth at a glance for reaching to each distance from an asteroid; for each end that meets a wall."""
_ALONE = fading(0.9)
_AT_REST = tuple(fading(1 - 0.07 * coming) for coming in range(ROUNDS + 1))
_MOVING = tuple(fading(1 - 0.04 * coming) for coming in range(ROUNDS + 1))
"""How squares count by their distance: Vesta in phase 1; then Vesta and Ceres, by the number of bars still to come."""


def estimate(position: DawnPosition) -> Sequence[float]:
    """The expected result on a scale from 0 to 1 for Nature, its complement for Mission Control; exact at the end."""
    share = _share(_expected(position))
    return share, 1 - share


def candidates(position: DawnPosition) -> Sequence[tuple[Action, float]]:
    """Bars that hem an asteroid in, or squares with room around them, each by what it is expected to lead to."""
    if position.current_player() == MISSION_CONTROL:
        return _weighed(position, _promising_bars(position), -1)
    return _weighed(position, _promising_arrivals(position), 1)


def _share(expected: float) -> float:
    return expected / (expected + _HALF)


def _weighed(position: DawnPosition, actions: Iterable[Action], sign: int) -> list[tuple[Action, float]]:
    """The actions with weights, best first; `sign` is -1 for who wants the result low."""
    values = [(action, sign * _share(_expected(position.apply(action)))) for action in actions]
    values.sort(key=itemgetter(1), reverse=True)
    best = values[0][1]
    return [(action, exp(_SHARPNESS * (value - best))) for action, value in values]


def _expected(position: DawnPosition) -> float:
    """The result to be expected, a little crude before the end."""
    if position.vesta is None:
        return _HALF
    free = position.free
    coming = 2 * ROUNDS - len(position.bars)
    steps = position.steps
    if position.ceres is None:
        return openness(position.vesta, free, _ALONE, steps)
    vesta = openness(position.vesta, free, _AT_REST[coming], 0)
    ceres = openness(position.ceres, free, _MOVING[coming], steps)
    return 2 * max(vesta, ceres) - min(vesta, ceres)


def _promising_bars(position: DawnPosition) -> list[Action]:
    """The legal bars that look best at a glance: close to an asteroid, and with ends that meet something."""
    near = _surroundings(position)
    walls = position.blocked
    scored = [(_glance(bar, near, walls), bar) for bar in position.legal_actions() if isinstance(bar, Bar)]
    scored.sort(key=itemgetter(0), reverse=True)
    return [bar for _, bar in scored[:_BARS_WEIGHED]]


def _surroundings(position: DawnPosition) -> list[tuple[int, int]]:
    """The squares around the asteroids by distance, with what it is worth to take one of them."""
    free = position.free
    near: list[tuple[int, int]] = []
    if position.ceres is not None:
        near += zip(rings(position.ceres, free, len(_CLOSE)), _CLOSE, strict=True)
    if position.vesta is not None:
        worth = _CLOSE if position.ceres is None else _CLOSE_AT_REST
        near += zip(rings(position.vesta, free, len(worth)), worth, strict=True)
    return near


def _glance(bar: Bar, near: list[tuple[int, int]], walls: int) -> int:
    mask = bar.mask
    return _MET * met(bar, walls) + sum([worth for ring, worth in near if ring & mask])


def _promising_arrivals(position: DawnPosition) -> list[Action]:
    """The squares where an asteroid may come to rest with the most free ones around them."""
    free = position.free
    arrivals = [arrival for arrival in position.legal_actions() if isinstance(arrival, Arrival)]
    arrivals.sort(key=lambda arrival: (NEAR[arrival.square] & free).bit_count(), reverse=True)
    return list(arrivals[:_ARRIVALS_WEIGHED])
