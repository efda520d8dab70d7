"""Actions of the seats and the dice. Each action exists once, so equal actions are the same object."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import TypeAlias

from rules.errors import BadNotation
from rules.games.seasons.sectors import ALL_FREE, SECTORS, Sector
from rules.notation import number, words

DICE, FACES = 3, 6
"""Dice in a throw, and the highest value of a die."""
Values: TypeAlias = tuple[int, ...]
"""Values of dice, ascending."""


class _Interned:
    """An action known by its notation; copying or unpickling returns the existing object."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def __reduce__(self) -> tuple[Callable[[str], Action], tuple[str]]:
        return parse, (self._text,)


class _Dice(_Interned):
    __slots__ = ("values",)

    def __init__(self, verb: str, values: Values) -> None:
        super().__init__(" ".join([verb, *map(str, values)]))
        self.values = values


class Roll(_Dice):
    """An outcome of chance: the values of the dice thrown."""

    __slots__ = ()


class Reroll(_Dice):
    """The values of the dice to throw again."""

    __slots__ = ()


class Place(_Interned):
    """Placement of the eye-sum on the player's own disc in one sector, number `index` of the board."""

    __slots__ = ("bit", "index", "sector")

    def __init__(self, index: int, sector: Sector) -> None:
        super().__init__(f"place {sector.name}")
        self.index = index
        self.bit = 1 << index
        self.sector = sector


Action: TypeAlias = Roll | Reroll | Place

THROWS = tuple(
    values for dice in range(1, DICE + 1) for values in combinations_with_replacement(range(1, FACES + 1), dice)
)
"""All throws of one, two or three dice."""
ROLLS = {values: Roll("roll", values) for values in THROWS}
REROLLS = {values: Reroll("reroll", values) for values in THROWS}
PLACES = tuple(Place(index, sector) for index, sector in enumerate(SECTORS))
PLACES_BY_FREE = tuple(tuple(place for place in PLACES if free & place.bit) for free in range(ALL_FREE + 1))
"""Placements on free discs, by the bits of those discs."""

_DICE_VERBS: dict[str, dict[Values, Roll] | dict[Values, Reroll]] = {"roll": ROLLS, "reroll": REROLLS}
_SECTOR = re.compile(r"(max|min)[ -]?(\d{1,2})", re.ASCII)
_PLACES_BY_NAME = {place.sector.name: place for place in PLACES}


def parse(text: str) -> Action:
    """Parse an action; raise BadNotation. Dice may come in any order; a sector alone is its placement."""
    verb, *rest = said = words(text)
    if named := _SECTOR.fullmatch(" ".join(rest if verb == "place" else said)):
        try:
            return _PLACES_BY_NAME["-".join(named.groups())]
        except KeyError:
            raise BadNotation(text) from None
    if verb in _DICE_VERBS and 1 <= len(rest) <= DICE:
        return _DICE_VERBS[verb][tuple(sorted(number(word, 1, FACES) for word in rest))]
    raise BadNotation(text)
