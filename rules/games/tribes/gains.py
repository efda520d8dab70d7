"""Value of a turn: score changes of settlements when a Shaman is lifted, set down, and its coin follows.

One number stands for the scores of all tribes: the score of the seat to act, less the mean of its opponents'. It is a
sum over settlements, so only those that an action touches are evaluated. A coin stays. A Shaman's contribution lasts
until it moves on: to a better place if its own player moves it, anywhere if another player does.
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
"""Weight of a Shaman's contribution while seats that do not play its tribe can move it away."""

SHAMAN_AND_COIN = 2
"""Influence that a turn adds to a tribe."""
NOTHING_NEW = (0, 0)
"""Kind of a coin that touches no tile and no settlement beyond its Shaman's."""


def foreign_coins(position: TribesPosition, tribe: int) -> int:
    """Count the coins of a tribe in the hands of seats that do not play it."""
    pairs = zip(position.chosen, position.hands, strict=True)
    return sum(hand[tribe] for chosen, hand in pairs if chosen != tribe)


def permanence(position: TribesPosition, tribe: int, foreign: int) -> float:
    """Weigh a Shaman's contribution, with this many of its coins in foreign hands.

    0 if nobody plays its tribe: every seat then moves it to its own advantage.
    """
    if not foreign:
        return 1.0
    return PASSING if tribe in position.chosen else 0.0


def interests(position: TribesPosition) -> tuple[float, ...]:
    """Return the value of a tribe's point to the seat to act, by tribe."""
    rivals = len(position.chosen) - 1
    own = position.chosen[position.seat or 0]
    return tuple(1.0 if tribe == own else -1.0 / rivals if tribe in position.chosen else 0.0 for tribe in FOUR)


class Joining(NamedTuple):
    """Settlements that one piece would join, the squares around them and around all others, and their tiles."""

    whole: int
    around: int
    beyond: int
    tiles: int
    strength: Sequence[int]
    worth: float
    """Value of the separate settlements."""


class Ground:
    """The board without one tribe's Shaman, to place that Shaman and a coin of its tribe."""

    def __init__(self, position: TribesPosition, tribe: int) -> None:
        self.tribe = tribe
        self.markers = position.markers
        self.shamans: Masks = changed_at(position.shamans, tribe, 0)
        self.open = position.open_squares(tribe)
        foreign = foreign_coins(position, tribe)
        spent = position.chosen[position.seat or 0] != tribe
        self.permanence = permanence(position, tribe, foreign - spent)
        """Weight of the Shaman's contribution once the coin has been placed."""
        self._land = position.land
        self._interests = interests(position)
        self._parties = [(tribe, interest) for tribe, interest in enumerate(self._interests) if interest]
        self.occupied = position.marked | sum(self.shamans)
        self._at, self._settlements = groups_of(self.occupied)
        self._worths = {each: self.worth(each, self.markers, self.shamans) for each in self._settlements}
        self._lasting: dict[int, float] = {}
        self._alike: dict[tuple[int, int], float] = {}
        """Permanent gain of a coin, by the settlements it joins and its new tile."""
        self._beside: dict[int, list[int]] = {}
        self._joinings: dict[int, Joining] = {}
        self._by_square: dict[int, Joining] = {}
        self._strengths: dict[int, Sequence[int]] = {}
        self.standing: dict[tuple[int, int], dict[tuple[int, int], float]] = {}
        """Known gains of coins, by the settlements that a foothold joins and its tiles, which determine them."""
        self.lift = -permanence(position, tribe, foreign) * self._bonus(position)
        """Change of value from taking the Shaman off."""

    def _bonus(self, position: TribesPosition) -> float:
        """Return the value that the Shaman adds in its place."""
        home = position.homes[self.tribe]
        if not home:
            return 0.0
        standing = self.worth(home, self.markers, position.shamans)
        return standing - self.joined_worth([each for each in self._settlements if each & home])

    def worth(self, settlement: int, markers: Masks, shamans: Masks) -> float:
        """Return the scores of one settlement, weighted for the seat to act."""
        scores = settlement_scores(self._land, settlement, markers, shamans)
        total: float = sum(map(mul, self._interests, scores))
        return total

    def grown_worth(self, strength: Sequence[int], pieces: int, tiles: int, present: int) -> float:
        """Value a settlement on these tiles with this influence plus `pieces` of this tribe.

        `present` names the tribe if its Shaman is there; no other can be, as nothing may join a Shaman's settlement.
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
        """Sum the values of separate settlements."""
        return sum(self._worths[each] for each in settlements)

    def strength(self, settlements: int) -> Sequence[int]:
        """Return each tribe's influence in settlements without a Shaman."""
        found = self._strengths.get(settlements)
        if found is None:
            found = self._strengths[settlements] = [(settlements & markers).bit_count() for markers in self.markers]
        return found

    def beside(self, square: int) -> list[int]:
        """List the settlements that a piece on this square would join."""
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
        """Return the joining of a piece on this square."""
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
        """Return the permanent gain of a coin on this square, without the Shaman."""
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
        """Return the largest permanent gain of a coin on one of these squares; needs at least one."""
        return max(map(self.lasting, BOARD.squares(squares)))


class Foothold:
    """The ground with the Shaman on a square; values its coins in points against the bare ground."""

    def __init__(self, ground: Ground, square: int) -> None:
        self.tribe, self.square = ground.tribe, square
        self._ground = ground
        settlements, edge, self._others, tiles, self._strength, self._lost = ground.joining(square)
        self._home = BOARD.bits[square] | settlements
        self.coins = (edge | BOARD.neighbours[square]) & ~self._home & ground.open
        """Legal squares for the coin."""
        self._tiles = tiles | TILES[square]
        self._known = ground.standing.setdefault((settlements, self._tiles), {})

    def coin_squares(self) -> list[int]:
        """List the numbers of the legal squares for the coin."""
        return list(BOARD.squares(self.coins))

    def gain(self, square: int) -> float:
        """Return the turn's gain with the coin on this square."""
        ground = self._ground
        lasts = ground.permanence
        standing = lasts * self._standing(square) if lasts else 0.0
        return ground.lift + standing + ((1 - lasts) * ground.lasting(square) if lasts < 1 else 0.0)

    def best(self) -> float:
        """Return the turn's gain with the best coin."""
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
        """Return the gain while the Shaman stays, with a coin that adds only its influence."""
        found = self._known.get(NOTHING_NEW)
        if found is None:
            worth = self._ground.grown_worth(self._strength, SHAMAN_AND_COIN, self._tiles, self.tribe)
            found = self._known[NOTHING_NEW] = worth - self._lost
        return found

    def _standing(self, square: int) -> float:
        """Return the gain while the Shaman stays, with the coin on this square."""
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
