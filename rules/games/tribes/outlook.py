"""What the markers on a board are worth for good, what one coin more could change, and where a Shaman would gain most.

Shamans move on and markers stay, so all of this is of the markers alone; it is known once for all positions that
differ in their Shamans only.
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
"""Outlooks kept: the turns of one position differ in few of their markers."""
PARTS, JOININGS = 1 << 12, 1 << 12
"""Settlements, and ways to join some, that are kept: all but one or two of a board are those of the board before."""
NOBODY = (0, 0, 0, 0)

Site: TypeAlias = tuple[int, int]
"""A place in the eyes of one tribe: the points that its Shaman would gain there, and the quadrants that it would join.

A plain pair, for each outlook has some hundred of them.
"""


class Part:
    """A settlement of markers without a Shaman: influence and points by tribe, and what one coin more would change."""

    __slots__ = ("fall", "rise", "scores", "strength", "tiles")

    def __init__(self, land: Land, markers: Masks, due: Masks) -> None:
        self.tiles = tiles_of(sum(markers))
        self.strength = [each.bit_count() for each in markers]
        resources = land.resources_on(self.tiles)
        self.scores = points(self.strength, resources, NOBODY)
        more = ([had + (each == tribe) for each, had in enumerate(self.strength)] for tribe in FOUR)
        grown = [points(strength, resources, NOBODY) for strength in more]
        self.rise = [max(0, grown[tribe][tribe] - own) for tribe, own in enumerate(self.scores)]
        """What a coin of the tribe's own would bring it on tiles that are in the settlement already."""
        self.fall = [
            max([0, *[own - grown[rival][tribe] for rival in FOUR if rival != tribe and due[rival]]])
            for tribe, own in enumerate(self.scores)
        ]
        """The most that a coin of another tribe, of those that are still to come, would take from it there."""


class Place(NamedTuple):
    """Open quadrants beside markers that are alike for a piece: what it would join there, and what it would add."""

    numbers: tuple[int, ...]
    """The settlements that it would join."""
    joined: int
    """Their quadrants."""
    tile: int
    """The tile on which none of them lies, or 0."""


class Outlook:
    """What the markers on a board score for each tribe, and what coins and Shamans could add to it or take away."""

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
        """The points that others' coins could take from a tribe, in all settlements and in the worst of them.

        And those that its own coins could bring it, in all settlements and in the best of them.
        """
        return self._falls[tribe], self._fall[tribe], self._rises[tribe], self._rise[tribe]

    def apart(self, markers: int) -> Sequence[int]:
        """The points by tribe of the settlements that these markers are, without the Shaman that joins them."""
        at, masks = groups_of(self._marked)
        scores: Sequence[int] = NOBODY
        while markers:
            number = at[markers.bit_length() - 1]
            scores = list(map(add, scores, self._parts[number].scores))
            markers &= ~masks[number]
        return scores

    def sites(self, tribe: int) -> Sequence[Site]:
        """Where the Shaman of a tribe could stand beside markers, those first where it gains most."""
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
    """The outlook on a board, made once; `due` is not 0 for the tribes of which there are coins to come."""
    return Outlook(land, markers, due)


@lru_cache(maxsize=PARTS)
def part_of(land: Land, markers: Masks, due: Masks) -> Part:
    """A settlement of these markers by tribe, made once."""
    return Part(land, markers, due)


@lru_cache(maxsize=KNOWN)
def places(marked: int) -> Sequence[Place]:
    """The open quadrants beside markers, each kind once."""
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
    """By tribe, the points that its Shaman gains where it joins these settlements and adds that tile."""
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
