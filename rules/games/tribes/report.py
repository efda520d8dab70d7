"""A position as JSON, for client authors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.games.tribes.layout import BOARD, RESOURCES, TRIBES, Land, Masks
from rules.games.tribes.scoring import REMEMBERED, influence, settlement_scores, within
from rules.games.tribes.state import TribesState
from rules.json_types import Json


def report(position: TribesState) -> dict[str, Json]:
    """Who plays which tribe, the tiles, what stands where, the coins in hand, and each settlement with its scores.

    A settlement is known by its first quadrant, counted from a1 to the right and then upwards.
    """
    return {
        "to_move": position.seat,
        "coins": "advanced" if position.advanced else "standard",
        "tribes": [_name(tribe) for tribe in position.chosen],
        "hands": [by_tribe(hand) for hand in position.hands],
        "tiles": position.land.to_json(),
        "markers": by_tribe([quadrants(mask) for mask in position.markers]),
        "shamans": by_tribe([next(iter(quadrants(mask)), None) for mask in position.shamans]),
        "moved": _name(position.moved),
        "passes": position.passes,
        "settlements": {quadrants(mask)[0]: _settlement(position, mask) for mask in position.settlements()},
    }


def by_tribe(values: Sequence[Json]) -> dict[str, Json]:
    """Four values under the names of the tribes."""
    return dict(zip(TRIBES, values, strict=True))


def quadrants(mask: int) -> list[str]:
    """The names of the quadrants of a mask, from a1 on."""
    return list(_names(mask))


@lru_cache(REMEMBERED)
def _names(mask: int) -> Sequence[str]:
    return tuple(BOARD.names[square] for square in BOARD.squares(mask))


def _name(tribe: int) -> str | None:
    return TRIBES[tribe] if tribe >= 0 else None


def _settlement(position: TribesState, mask: int) -> dict[str, Json]:
    strength, resources, scores = _worth(
        position.land, mask, within(mask, position.markers), within(mask, position.shamans)
    )
    return {
        "quadrants": quadrants(mask),
        "shaman": next((name for name, shaman in zip(TRIBES, position.shamans, strict=True) if mask & shaman), None),
        "influence": by_tribe(strength),
        "resources": dict(zip(RESOURCES, resources, strict=True)),
        "scores": by_tribe(scores),
    }


@lru_cache(REMEMBERED)
def _worth(land: Land, mask: int, markers: Masks, shamans: Masks) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """Influence, resources and scores there: most settlements are as they were before the move."""
    scores = settlement_scores(land, mask, markers, shamans)
    return influence(mask, markers, shamans), land.resources(mask), scores
