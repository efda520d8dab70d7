"""Cached values of the markers alone: lasting points, effects of one more coin, and the Shamans' best sites.

Shamans move on and markers stay, so one outlook serves all positions that differ only in their Shamans.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import add
from typing import NamedTuple, TypeAlias

from rules.games.tribes.groups import groups_of
from rules.games.tribes.layout import BOARD, FOUR, TILES, Land, Masks, tiles_of
from rules.games.tribes.scoring import HIGHEST_MULTIPLIER, points, within

KNOWN = 1024
"""Outlooks to cache: the turns of one position differ in few markers."""
PARTS, JOININGS = 1 << 12, 1 << 12
"""Settlements and joinings to cache: a board shares all but one or two with the board before."""
NOBODY = (0, 0, 0, 0)

Site: TypeAlias = tuple[int, int]
"""A place for one tribe's Shaman: the points it would gain, and the quadrants it would join.

A plain tuple, as each outlook has some hundred of them.
"""


class Part:
    """A settlement of markers without a Shaman: influence and points by tribe, and the effects of one more coin."""

    __slots__ = ("fall", "rise", "scores", "strength", "tiles")

    def __init__(self, land: Land, markers: Masks, due: Masks) -> None:
        self.tiles = tiles_of(sum(markers))
        self.strength = [each.bit_count() for each in markers]
        resources = land.resources_on(self.tiles)
        self.scores = points(self.strength, resources, NOBODY)
        more = ([had + (each == tribe) for each, had in enumerate(self.strength)] for tribe in FOUR)
        grown = [points(strength, resources, NOBODY) for strength in more]
        self.rise = [max(0, grown[tribe][tribe] - own) for tribe, own in enumerate(self.scores)]
        """Gain of each tribe from a coin of its own on tiles already in the settlement."""
        self.fall = [
            max([0, *[own - grown[rival][tribe] for rival in FOUR if rival != tribe and due[rival]]])
            for tribe, own in enumerate(self.scores)
        ]
        """Largest loss of each tribe from such a coin of another tribe with coins to come."""


class Place(NamedTuple):
    """Open quadrants beside markers that are equivalent for a piece: they join and add the same."""

    numbers: tuple[int, ...]
    """Numbers of the settlements that it would join."""
    joined: int
    """Quadrants of those settlements."""
    tile: int
    """The new tile, or 0 if those settlements touch it already."""


class Outlook:
    """Scores of the markers on a board by tribe, and possible changes by coins and Shamans."""

    def __init__(self, land: Land, markers: Masks, due: Masks) -> None:
        self._marked = sum(markers)
        parts = self._parts = [part_of(land, within(mask, markers), due) for mask in groups_of(self._marked).masks]
        self.lasting = _sums(part.scores for part in parts)
        """Points by tribe with no Shaman on the board."""
        self._falls, self._fall = _sums(part.fall for part in parts), _most(part.fall for part in parts)
        self._rises, self._rise = _sums(part.rise for part in parts), _most(part.rise for part in parts)
        self._joinings = [
            (gains(land, tuple([parts[each] for each in place.numbers]), place.tile), place.joined)
            for place in places(self._marked)
        ]
        self._sites: dict[int, Sequence[Site]] = {}

    def stakes(self, tribe: int) -> tuple[int, int, int, int]:
        """Return a tribe's possible losses by others' coins, in all settlements and in the worst of them.

        Then its possible gains by its own coins, in all settlements and in the best of them.
        """
        return self._falls[tribe], self._fall[tribe], self._rises[tribe], self._rise[tribe]

    def apart(self, markers: int) -> Sequence[int]:
        """Sum the points by tribe of the settlements of these markers, without the Shaman that joins them."""
        at, masks = groups_of(self._marked)
        scores: Sequence[int] = NOBODY
        while markers:
            number = at[markers.bit_length() - 1]
            scores = list(map(add, scores, self._parts[number].scores))
            markers &= ~masks[number]
        return scores

    def sites(self, tribe: int) -> Sequence[Site]:
        """List the sites beside markers for a tribe's Shaman, the largest gain first."""
        found = self._sites.get(tribe)
        if found is None:
            found = self._sites[tribe] = sorted(
                [(each[tribe], joined) for each, joined in self._joinings], reverse=True
            )
        return found


def _sums(rows: Iterable[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


def _most(rows: Iterable[Sequence[int]]) -> list[int]:
    return [max(column) for column in zip(*rows, strict=True)]


@lru_cache(maxsize=KNOWN)
def outlook_of(land: Land, markers: Masks, due: Masks) -> Outlook:
    """Return the cached outlook of a board; `due` is not 0 for tribes with coins to come."""
    return Outlook(land, markers, due)


@lru_cache(maxsize=PARTS)
def part_of(land: Land, markers: Masks, due: Masks) -> Part:
    """Return the cached settlement of these markers by tribe."""
    return Part(land, markers, due)


@lru_cache(maxsize=KNOWN)
def places(marked: int) -> Sequence[Place]:
    """List the open quadrants beside markers, each kind once."""
    at, masks = groups_of(marked)
    found = set[Place]()
    for square in BOARD.squares(BOARD.spread(marked) & ~marked):
        touched, numbers, joined = BOARD.neighbours[square] & marked, list[int](), 0
        while touched:
            number = at[touched.bit_length() - 1]
            numbers.append(number)
            joined |= masks[number]
            touched &= ~joined
        found.add(Place(tuple(sorted(numbers)), joined, TILES[square] & ~tiles_of(joined)))
    return list(found)


@lru_cache(maxsize=JOININGS)
def gains(land: Land, parts: tuple[Part, ...], tile: int) -> Sequence[int]:
    """Compute each tribe's gain if its Shaman joins these settlements and adds that tile."""
    tiles, strength, lost = tile, [0, 0, 0, 0], [0, 0, 0, 0]
    for part in parts:
        tiles |= part.tiles
        strength = list(map(add, strength, part.strength))
        lost = list(map(add, lost, part.scores))
    total = sum(land.resources_on(tiles))
    return [
        total * (HIGHEST_MULTIPLIER - sum([other > own + 1 for other in strength])) - apart
        for own, apart in zip(strength, lost, strict=True)
    ]
