"""What a turn is worth: how the scores of settlements change when a Shaman is lifted, set down, and its coin follows.

One number stands for the scores of all tribes: that of the seat to act, less the mean of its opponents'. As it is a sum
over settlements, only those that an action touches need to be looked at.
"""

from __future__ import annotations

from functools import cached_property
from operator import mul

from rules.games.tribes.layout import BOARD, tiles_of
from rules.games.tribes.position import FOUR, Masks, TribesPosition, changed_at
from rules.games.tribes.scoring import influence, points, settlement_scores


def interests(position: TribesPosition) -> tuple[float, ...]:
    """By tribe: what a point of it is worth to the seat to act."""
    rivals = len(position.chosen) - 1
    own = position.chosen[position.seat or 0]
    return tuple(1.0 if tribe == own else -1.0 / rivals if tribe in position.chosen else 0.0 for tribe in FOUR)


class Ground:
    """The board with one tribe's Shaman taken off."""

    def __init__(self, position: TribesPosition, tribe: int) -> None:
        self.tribe = tribe
        self._land = position.land
        self.markers = position.markers
        self.shamans: Masks = changed_at(position.shamans, tribe, 0)
        self._interests = interests(position)
        self._settlements = list(BOARD.components(position.marked | sum(self.shamans)))
        self._worths = {each: self.worth(each, self.markers, self.shamans) for each in self._settlements}
        home = position.homes[tribe]
        standing = self.worth(home, self.markers, position.shamans) if home else 0.0
        self.lift = self.joined_worth([each for each in self._settlements if each & home]) - standing
        """What lifting the Shaman changes."""

    def worth(self, settlement: int, markers: Masks, shamans: Masks) -> float:
        """The scores of one settlement in the eyes of the seat to act."""
        return self._weigh(settlement_scores(self._land, settlement, markers, shamans))

    def worth_with_coin(self, settlement: int, shamans: Masks) -> float:
        """The same with one more coin of this tribe on a tile that the settlement touches already."""
        strength = influence(settlement, self.markers, shamans)
        strength[self.tribe] += 1
        present = [settlement & shaman for shaman in shamans]
        return self._weigh(points(strength, self._land.resources(settlement), present))

    def joined_worth(self, settlements: list[int]) -> float:
        """What settlements are worth that lie here apart."""
        return sum(self._worths[each] for each in settlements)

    def beside(self, square: int) -> list[int]:
        """The settlements that a piece on a square, given by its number, would join."""
        around = BOARD.neighbours[square]
        return [each for each in self._settlements if each & around]

    def _weigh(self, scores: list[int]) -> float:
        return sum(map(mul, self._interests, scores))


class Foothold:
    """The ground with the Shaman set down on a square, and what its coin brings."""

    def __init__(self, ground: Ground, square: int) -> None:
        self.square = square
        self._ground = ground
        bit, joined = BOARD.bits[square], ground.beside(square)
        self._home = bit | sum(joined)
        self._tiles = tiles_of(self._home)
        self._shamans: Masks = changed_at(ground.shamans, ground.tribe, bit)
        self._change = ground.lift - ground.joined_worth(joined)
        """Of the score outside the settlement in which the Shaman now stands."""
        self._known: dict[tuple[int, int], float] = {}

    @cached_property
    def promise(self) -> float:
        """The gain of the turn with a coin that brings nothing but its influence."""
        return self._change + self._ground.worth_with_coin(self._home, self._shamans)

    def gain(self, square: int) -> float:
        """The gain of the whole turn with the coin on a square, given by its number."""
        ground, bit = self._ground, BOARD.bits[square]
        joined = [each for each in ground.beside(square) if not each & self._home]
        if not joined and tiles_of(bit) & self._tiles:
            return self.promise
        kind = (tiles_of(bit), sum(joined))
        if kind not in self._known:
            markers: Masks = changed_at(ground.markers, ground.tribe, ground.markers[ground.tribe] | bit)
            whole = ground.worth(self._home | bit | kind[1], markers, self._shamans)
            self._known[kind] = self._change + whole - ground.joined_worth(joined)
        return self._known[kind]
