"""What a turn is worth: how the scores of settlements change when a Shaman is lifted, set down, and its coin follows.

One number stands for the scores of all tribes: that of the seat to act, less the mean of its opponents'. As it is a sum
over settlements, only those that an action touches need to be looked at. A coin stays; what a Shaman brings, and what
only it connects, lasts until it moves on: to a better place if the player of its tribe moves it, anywhere if another.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, mul
from typing import NamedTuple

from rules.games.tribes.actions import NONE
from rules.games.tribes.groups import groups_of
from rules.games.tribes.layout import BOARD, FOUR, TILES, Masks, squares_of, tiles_of
from rules.games.tribes.position import TribesPosition, changed_at
from rules.games.tribes.scoring import HIGHEST_MULTIPLIER, settlement_scores

PASSING = 0.3
"""How much of what a Shaman brings is counted while seats that do not play its tribe can move it away."""

SHAMAN_AND_COIN = 2
"""What a turn adds to the influence of a tribe."""
NOTHING_NEW = (0, 0)
"""A coin that touches no other tile and no other settlement than its Shaman does."""


def foreign_coins(position: TribesPosition, tribe: int) -> int:
    """How many coins of a tribe are in the hands of seats that do not play it."""
    pairs = zip(position.chosen, position.hands, strict=True)
    return sum(hand[tribe] for chosen, hand in pairs if chosen != tribe)


def permanence(position: TribesPosition, tribe: int, foreign: int) -> float:
    """How much of what a Shaman brings is counted, with so many of its coins in the hands of others.

    Nothing where nobody plays its tribe: everybody moves it as it suits.
    """
    if not foreign:
        return 1.0
    return PASSING if tribe in position.chosen else 0.0


def interests(position: TribesPosition) -> tuple[float, ...]:
    """By tribe: what a point of it is worth to the seat to act."""
    rivals = len(position.chosen) - 1
    own = position.chosen[position.seat or 0]
    return tuple(1.0 if tribe == own else -1.0 / rivals if tribe in position.chosen else 0.0 for tribe in FOUR)


class Joining(NamedTuple):
    """Settlements that one piece would join, with the squares around them and around all others, and their tiles."""

    whole: int
    around: int
    beyond: int
    tiles: int
    strength: Sequence[int]
    worth: float
    """What they are worth apart."""


class Ground:
    """The board with one tribe's Shaman taken off, on which that Shaman and a coin of its tribe are to be placed."""

    def __init__(self, position: TribesPosition, tribe: int) -> None:
        self.tribe = tribe
        self.markers = position.markers
        self.shamans: Masks = changed_at(position.shamans, tribe, 0)
        self.open = position.open_squares(tribe)
        foreign = foreign_coins(position, tribe)
        spent = position.chosen[position.seat or 0] != tribe
        self.permanence = permanence(position, tribe, foreign - spent)
        """How much of what the Shaman brings is counted once the coin has been placed."""
        self._land = position.land
        self._interests = interests(position)
        self._parties = [(tribe, interest) for tribe, interest in enumerate(self._interests) if interest]
        self.occupied = position.marked | sum(self.shamans)
        self._at, self._settlements = groups_of(self.occupied)
        self._worths = {each: self.worth(each, self.markers, self.shamans) for each in self._settlements}
        self._lasting: dict[int, float] = {}
        self._alike: dict[tuple[int, int], float] = {}
        """By what it joins and by the tile that is new to it, what a coin gains for good."""
        self._beside: dict[int, list[int]] = {}
        self._joinings: dict[int, Joining] = {}
        self._by_square: dict[int, Joining] = {}
        self._strengths: dict[int, Sequence[int]] = {}
        self.standing: dict[tuple[int, int], dict[tuple[int, int], float]] = {}
        """By what a foothold joins and by its tiles, all that matters of it: what its coins bring, as known."""
        self.lift = -permanence(position, tribe, foreign) * self._bonus(position)
        """What it changes that the Shaman has been taken off."""

    def _bonus(self, position: TribesPosition) -> float:
        """What the Shaman brings where it stands."""
        home = position.homes[self.tribe]
        if not home:
            return 0.0
        standing = self.worth(home, self.markers, position.shamans)
        return standing - self.joined_worth([each for each in self._settlements if each & home])

    def worth(self, settlement: int, markers: Masks, shamans: Masks) -> float:
        """The scores of one settlement in the eyes of the seat to act."""
        scores = settlement_scores(self._land, settlement, markers, shamans)
        total: float = sum(map(mul, self._interests, scores))
        return total

    def grown_worth(self, strength: Sequence[int], pieces: int, tiles: int, present: int) -> float:
        """The scores of a settlement on these tiles that had this influence and gets so many pieces of this tribe.

        Its Shaman is there if `present` names the tribe; no other can be, for nothing may join a Shaman's settlement.
        """
        strengths = list(strength)
        strengths[self.tribe] += pieces
        first, second, third, fourth = strengths
        resources = self._land.resources_on(tiles)
        total = sum(resources)
        worth = 0.0
        for tribe, interest in self._parties:
            if own := strengths[tribe]:
                value = total if tribe == present else total - 2 * resources[tribe]
                higher = (first > own) + (second > own) + (third > own) + (fourth > own)
                worth += interest * value * (HIGHEST_MULTIPLIER - higher)
        return worth

    def joined_worth(self, settlements: Sequence[int]) -> float:
        """What settlements are worth that lie here apart."""
        return sum(self._worths[each] for each in settlements)

    def strength(self, settlements: int) -> Sequence[int]:
        """The influence of each tribe in settlements without a Shaman."""
        found = self._strengths.get(settlements)
        if found is None:
            found = self._strengths[settlements] = [(settlements & markers).bit_count() for markers in self.markers]
        return found

    def beside(self, square: int) -> list[int]:
        """The settlements that a piece on a square, given by its number, would join."""
        found = self._beside.get(square)
        if found is None:
            found = self._beside[square] = []
            touched = BOARD.neighbours[square] & self.occupied
            while touched:
                settlement = self._settlements[self._at[touched.bit_length() - 1]]
                found.append(settlement)
                touched &= ~settlement
        return found

    def joining(self, square: int) -> Joining:
        """What a piece on a square would join."""
        found = self._by_square.get(square)
        if found is None:
            found = self._by_square[square] = self._joining(self.beside(square))
        return found

    def _joining(self, joined: Sequence[int]) -> Joining:
        whole = sum(joined)
        found = self._joinings.get(whole)
        if found is None:
            found = self._joinings[whole] = Joining(
                whole,
                BOARD.spread(whole),
                BOARD.spread(self.occupied & ~whole),
                tiles_of(whole),
                self.strength(whole),
                self.joined_worth(joined),
            )
        return found

    def lasting(self, square: int) -> float:
        """What a coin on a square gains for good, the Shaman gone."""
        found = self._lasting.get(square)
        if found is None:
            joined = self.joining(square)
            kind = joined.whole, TILES[square] & ~joined.tiles
            found = self._alike.get(kind)
            if found is None:
                whole = self.grown_worth(joined.strength, 1, joined.tiles | kind[1], NONE)
                found = self._alike[kind] = whole - joined.worth
            self._lasting[square] = found
        return found

    def most_lasting(self, squares: int) -> float:
        """The most that a coin on any of these squares, of which there is one at least, gains for good."""
        return max(map(self.lasting, BOARD.squares(squares)))


class Foothold:
    """The ground with the Shaman set down on a square, and what its coin brings, in points against the bare ground."""

    def __init__(self, ground: Ground, square: int) -> None:
        self.tribe, self.square = ground.tribe, square
        self._ground = ground
        settlements, edge, self._others, tiles, self._strength, self._lost = ground.joining(square)
        self._home = BOARD.bits[square] | settlements
        self.coins = (edge | BOARD.neighbours[square]) & ~self._home & ground.open
        """Where the coin may be placed from here."""
        self._tiles = tiles | TILES[square]
        self._known = ground.standing.setdefault((settlements, self._tiles), {})

    def coin_squares(self) -> list[int]:
        """The numbers of the squares on which the coin may be placed from here."""
        return list(BOARD.squares(self.coins))

    def gain(self, square: int) -> float:
        """What the turn gains with the coin on a square."""
        ground = self._ground
        lasts = ground.permanence
        standing = lasts * self._standing(square) if lasts else 0.0
        return ground.lift + standing + ((1 - lasts) * ground.lasting(square) if lasts < 1 else 0.0)

    def best(self) -> float:
        """What the turn gains with the best coin there is."""
        ground = self._ground
        lasts = ground.permanence
        if not lasts:
            return ground.lift + ground.most_lasting(self.coins)
        alike = self.coins & squares_of(self._tiles) & ~self._others
        gains = [self.gain(square) for square in BOARD.squares(self.coins & ~alike)]
        if alike:
            lasting = (1 - lasts) * ground.most_lasting(alike) if lasts < 1 else 0.0
            gains.append(ground.lift + lasts * self._near + lasting)
        return max(gains)

    @property
    def _near(self) -> float:
        """What the turn gains as long as the Shaman stands, with a coin that brings nothing but its influence."""
        found = self._known.get(NOTHING_NEW)
        if found is None:
            worth = self._ground.grown_worth(self._strength, SHAMAN_AND_COIN, self._tiles, self.tribe)
            found = self._known[NOTHING_NEW] = worth - self._lost
        return found

    def _standing(self, square: int) -> float:
        """What the turn gains with the coin on a square as long as the Shaman stands."""
        ground, tile = self._ground, TILES[square]
        joined = ground.joining(square).whole & ~self._home
        if not joined and tile & self._tiles:
            return self._near
        kind = (tile & ~self._tiles, joined)
        found = self._known.get(kind)
        if found is None:
            tiles = self._tiles | tile | tiles_of(joined)
            strength = list(map(add, self._strength, ground.strength(joined))) if joined else self._strength
            worth = ground.grown_worth(strength, SHAMAN_AND_COIN, tiles, self.tribe)
            apart = ground.joined_worth([each for each in ground.beside(square) if each & joined])
            found = self._known[kind] = worth - self._lost - apart
        return found
