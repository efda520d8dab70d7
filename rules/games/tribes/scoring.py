"""Scores of settlements for each tribe (rule sheet: Scoring). Masks are of quadrants; lists go by tribe."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.games.tribes.layout import BOARD, Land, Masks

HIGHEST_MULTIPLIER = 4
REMEMBERED = 1 << 12
"""Settlements to cache: a search meets each one about twenty times."""


def influence(settlement: int, markers: Sequence[int], shamans: Sequence[int]) -> list[int]:
    """Count the markers of each tribe in a settlement, plus one for its Shaman."""
    return [
        (settlement & marks).bit_count() + (1 if settlement & shaman else 0)
        for marks, shaman in zip(markers, shamans, strict=True)
    ]


def points(strength: Sequence[int], resources: Sequence[int], present: Sequence[int]) -> list[int]:
    """Score a settlement by influence and resources; `present` is not 0 for the tribe whose Shaman is there."""
    total = sum(resources)
    return [
        (total if shaman else total - 2 * resource) * times if times else 0
        for times, resource, shaman in zip(multipliers(strength), resources, present, strict=True)
    ]


def multipliers(strength: Sequence[int]) -> list[int]:
    """Return how many times each tribe counts its value, by influence; 0 without influence."""
    ranked = sorted(strength, reverse=True)
    return [HIGHEST_MULTIPLIER - ranked.index(own) if own else 0 for own in strength]


def settlement_scores(land: Land, settlement: int, markers: Sequence[int], shamans: Sequence[int]) -> Sequence[int]:
    """Score one settlement for each tribe; a tribe without influence scores nothing."""
    return _scores(land, settlement, within(settlement, markers), within(settlement, shamans))


def within(settlement: int, masks: Sequence[int]) -> Masks:
    """Restrict masks to a settlement."""
    first, second, third, fourth = masks
    return settlement & first, settlement & second, settlement & third, settlement & fourth


@lru_cache(REMEMBERED)
def _scores(land: Land, settlement: int, markers: Masks, shamans: Masks) -> Sequence[int]:
    return tuple(points(influence(settlement, markers, shamans), land.resources(settlement), shamans))


def tribe_scores(land: Land, markers: Sequence[int], shamans: Sequence[int]) -> list[int]:
    """Sum the scores of all settlements for each tribe, even without a player."""
    settlements = BOARD.components(sum(markers) | sum(shamans))
    scored = [settlement_scores(land, settlement, markers, shamans) for settlement in settlements]
    return [sum(column) for column in zip(*scored, strict=True)]
