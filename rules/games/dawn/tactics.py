"""Tactics of DAWN 11/15: the room that an asteroid keeps once the remaining bars are placed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from rules.games.dawn.actions import Action, Arrival, Bar
from rules.games.dawn.outlook import outlook
from rules.games.dawn.position import MISSION_CONTROL, NATURE, ROUNDS, DawnPosition
from rules.games.dawn.room import NEAR, fading, met, openness, rings
from rules.searching import Careless, Skill, Walks

_HALF = 16.0
"""Result that counts as a half on the scale from 0 to 1; good players end between 3 and 18 (sheet, "Counting")."""
_OFFSET = 4.0
"""Added to rooms before they are compared by ratio: 2 against 1 is less of a difference than 20 against 10."""
_SHARPNESS = 8
"""Power of the ratio of rooms that gives the weight of an action."""
_BARS_WEIGHED, _ARRIVALS_WEIGHED = 36, 40
"""Numbers of actions to evaluate in full, after a quick look at all."""
SKILLS: Mapping[int, Skill] = {1: Careless(0.55), 2: Careless(0.2), 3: Walks(50), 4: Walks(150)}
"""Levels, compared by `benchmarks.opponents`; weights here are steeper than in other games."""
_CLOSE, _CLOSE_AT_REST, _MET = (10, 8, 6, 4, 3, 2), (8, 6, 3, 1), 6
"""Quick value of a bar: by its distance from a moving or resting asteroid, and for each end at a wall."""

_ALONE = fading(0.9)
_AT_REST = tuple(fading(max(0.3, 1 - 0.15 * coming)) for coming in range(ROUNDS + 1))
_MOVING = tuple(fading(1 - 0.035 * coming) for coming in range(ROUNDS + 1))
"""Weights of squares by distance: Vesta in phase 1; then Vesta and Ceres by the number of bars still to come.

Tuned in about ten thousand games with one value changed at a time. Bars can still cut off squares far from a resting
Vesta at leisure, but not squares far from a moving Ceres.
"""
_CERTAINTY = (1.0, 11.5, 10.2, 8.7, 7.8, 7.0, 5.9, 5.3, 5.2, 5.4, 5.2, 5.2, 5.2)
"""Exponent of the odds of one result where another is expected, by the number of bars still to come.

The odds are the ratio of the two results to this power. Fitted (by maximum likelihood) to 23,000 games of the tree
search against itself, 200 walks an action.
"""
_AT_FIRST = 0.5
"""Value of the empty board, where no choice depends on it."""


def estimate(position: DawnPosition) -> Sequence[float]:
    """Estimate the result on a scale from 0 to 1 for Nature, its complement for Mission Control; exact at the end."""
    share = _expected_share(position)
    return share, 1 - share


def candidates(position: DawnPosition) -> Sequence[tuple[Action, float]]:
    """Propose bars that confine an asteroid, or squares with room around them, weighted by the room left."""
    if position.current_player() == MISSION_CONTROL:
        return _weighed(position, _promising_bars(position), -_SHARPNESS)
    return _weighed(position, _promising_arrivals(position), _SHARPNESS)


def skills(position: DawnPosition) -> Mapping[int, Skill]:
    """Return the levels below the strongest."""
    return SKILLS


def _weighed(position: DawnPosition, actions: Iterable[Action], power: int) -> list[tuple[Action, float]]:
    """Weigh actions by the room they leave, best first; `power` is negative if little room is good."""
    rooms = [(action, _OFFSET + _room(position.apply(action))) for action in actions]
    best = (min if power < 0 else max)(room for _, room in rooms)
    weights = [(action, math.pow(room / best, power)) for action, room in rooms]
    return sorted(weights, key=itemgetter(1), reverse=True)


def _expected_share(position: DawnPosition) -> float:
    """Estimate Nature's share; once all bars are placed, the share of the result if Ceres stays."""
    if position.vesta is None:
        return _AT_FIRST
    if len(position.bars) < 2 * ROUNDS:
        return outlook(position)
    result = _room(position)
    return result / (result + _HALF)


def _room(position: DawnPosition) -> float:
    """Compute the result with squares weighted by distance; the exact result at the end."""
    if position.vesta is None:
        return 0.0
    free = position.free
    coming = 2 * ROUNDS - len(position.bars)
    if position.ceres is None:
        return openness(position.vesta, free, _ALONE, position.steps)
    vesta = openness(position.vesta, free, _AT_REST[coming], 0)
    ceres = openness(position.ceres, free, _MOVING[coming], position.steps)
    return 2 * max(vesta, ceres) - min(vesta, ceres)


def _promising_bars(position: DawnPosition) -> list[Action]:
    """Select the legal bars with the best quick value: close to an asteroid, with ends at a wall."""
    near = _surroundings(position)
    walls = position.blocked
    scored = [(_glance(bar, near, walls), bar) for bar in position.legal_actions() if isinstance(bar, Bar)]
    scored.sort(key=itemgetter(0), reverse=True)
    return [bar for _, bar in scored[:_BARS_WEIGHED]]


def _surroundings(position: DawnPosition) -> list[tuple[int, int]]:
    """List the squares around the asteroids by distance, with the value of taking one of them."""
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
    """Select the arrivals with the most free squares nearby."""
    free = position.free
    arrivals = [arrival for arrival in position.legal_actions() if isinstance(arrival, Arrival)]
    arrivals.sort(key=lambda arrival: (NEAR[arrival.square] & free).bit_count(), reverse=True)
    return list(arrivals[:_ARRIVALS_WEIGHED])


class InMatch:
    """Tactics for a match: points in its first game, the chance of winning the match in its second.

    In the second game the estimate is the chance that Nature scores more than the points carried over. So the leader
    plays safe, and the other player takes risks.
    """

    candidates = staticmethod(candidates)
    skills = staticmethod(skills)

    def __init__(self, carried: Sequence[int] | None) -> None:
        self._wanted = None if carried is None else max(carried[MISSION_CONTROL] - carried[NATURE], 0)

    def estimate(self, position: DawnPosition) -> Sequence[float]:
        """Estimate each seat's chance to win the match, a draw counting half; in the first game as without a match."""
        if self._wanted is None:
            return estimate(position)
        share = _chance_of_more(position, self._wanted)
        return share, 1 - share


def in_match(carried: Sequence[int] | None) -> InMatch:
    """Return the tactics for the second game of a match with these points carried over, or for the first (None)."""
    return InMatch(carried)


def _chance_of_more(position: DawnPosition, wanted: int) -> float:
    """Estimate the chance of a result above `wanted`, an equal one counting half; exact once all bars are placed."""
    coming = 2 * ROUNDS - len(position.bars)
    if not coming:
        result = _room(position)
        return (result > wanted) / 2 + (result >= wanted) / 2
    share = _expected_share(position)
    expected = _HALF * share / (1 - share)
    odds = math.pow((expected + _OFFSET) / (wanted + _OFFSET), _CERTAINTY[coming])
    return odds / (1 + odds)
