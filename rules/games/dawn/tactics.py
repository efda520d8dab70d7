"""What a good player of DAWN 11/15 looks at: how much room an asteroid keeps when the bars that are left come down."""

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
"""The result that counts as a half on the scale from 0 to 1; good players end between 3 and 18 (sheet, "Counting")."""
_OFFSET = 4.0
"""Added to rooms before they are compared by ratio: 2 against 1 is less of a difference than 20 against 10."""
_SHARPNESS = 8
"""The power of that ratio which is the weight of an action."""
_BARS_WEIGHED, _ARRIVALS_WEIGHED = 36, 40
"""How many actions are weighed with care, after a quick look at all."""
SKILLS: Mapping[int, Skill] = {1: Careless(0.55), 2: Careless(0.2), 3: Walks(50), 4: Walks(150)}
"""Levels, as `benchmarks.opponents` tells how they do against one another; weights here are steeper than elsewhere."""
_CLOSE, _CLOSE_AT_REST, _MET = (10, 8, 6, 4, 3, 2), (8, 6, 3, 1), 6
"""What a bar is worth at a glance for reaching to each distance from an asteroid; for each end that meets a wall."""

_ALONE = fading(0.9)
_AT_REST = tuple(fading(max(0.3, 1 - 0.15 * coming)) for coming in range(ROUNDS + 1))
_MOVING = tuple(fading(1 - 0.035 * coming) for coming in range(ROUNDS + 1))
"""How squares count by their distance: Vesta in phase 1; then Vesta and Ceres, by the number of bars still to come.

Found by playing some ten thousand games with one value changed at a time: what is far from Vesta at rest can still be
cut off at leisure, what is far from Ceres on the move cannot.
"""
_CERTAINTY = (1.0, 11.5, 10.2, 8.7, 7.8, 7.0, 5.9, 5.3, 5.2, 5.4, 5.2, 5.2, 5.2)
"""By the number of bars still to come, the power of the ratio of two results that is the odds of getting the one where
the other is expected.

Fitted (by maximum likelihood) to 23,000 games of the tree search against itself, 200 walks an action.
"""
_AT_FIRST = 0.5
"""What is expected while the board is empty, where there is nothing to choose by it."""


def estimate(position: DawnPosition) -> Sequence[float]:
    """The expected result on a scale from 0 to 1 for Nature, its complement for Mission Control; exact at the end."""
    share = _expected_share(position)
    return share, 1 - share


def candidates(position: DawnPosition) -> Sequence[tuple[Action, float]]:
    """Bars that hem an asteroid in, or squares with room around them, each by the room that it leaves."""
    if position.current_player() == MISSION_CONTROL:
        return _weighed(position, _promising_bars(position), -_SHARPNESS)
    return _weighed(position, _promising_arrivals(position), _SHARPNESS)


def skills(position: DawnPosition) -> Mapping[int, Skill]:
    """The levels below the strongest."""
    return SKILLS


def _weighed(position: DawnPosition, actions: Iterable[Action], power: int) -> list[tuple[Action, float]]:
    """The actions with weights, best first; `power` is below 0 for who wants little room."""
    rooms = [(action, _OFFSET + _room(position.apply(action))) for action in actions]
    best = (min if power < 0 else max)(room for _, room in rooms)
    weights = [(action, math.pow(room / best, power)) for action, room in rooms]
    return sorted(weights, key=itemgetter(1), reverse=True)


def _expected_share(position: DawnPosition) -> float:
    """The share of Nature to be expected; once all bars are down, that of the result if Ceres stays where it is."""
    if position.vesta is None:
        return _AT_FIRST
    if len(position.bars) < 2 * ROUNDS:
        return outlook(position)
    result = _room(position)
    return result / (result + _HALF)


def _room(position: DawnPosition) -> float:
    """The result of the formula for squares that count less the farther they are; the result itself at the end."""
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


class InMatch:
    """Tactics for a match. In its first game each point counts; in the second one, who has got more as Nature.

    The second asks how likely Nature is to get more than was carried into it. A lead is played home then, by either
    seat, and who is behind takes a chance.
    """

    candidates = staticmethod(candidates)
    skills = staticmethod(skills)

    def __init__(self, carried: Sequence[int] | None) -> None:
        self._wanted = None if carried is None else max(carried[MISSION_CONTROL] - carried[NATURE], 0)

    def estimate(self, position: DawnPosition) -> Sequence[float]:
        """Each seat's chance to win the match, a draw counting half; in its first game what it is without a match."""
        if self._wanted is None:
            return estimate(position)
        share = _chance_of_more(position, self._wanted)
        return share, 1 - share


def in_match(carried: Sequence[int] | None) -> InMatch:
    """The tactics for the second game of a match, into which these points were carried, or for the first."""
    return InMatch(carried)


def _chance_of_more(position: DawnPosition, wanted: int) -> float:
    """How likely the result is more than wanted, as much counting half; exact once no bar is to come."""
    coming = 2 * ROUNDS - len(position.bars)
    if not coming:
        result = _room(position)
        return (result > wanted) / 2 + (result >= wanted) / 2
    share = _expected_share(position)
    expected = _HALF * share / (1 - share)
    odds = math.pow((expected + _OFFSET) / (wanted + _OFFSET), _CERTAINTY[coming])
    return odds / (1 + odds)
