"""Games of the Tribes played on at random, with no position made on the way: what a search asks for thousands of."""

from __future__ import annotations

from random import Random

from rules.games.tribes.actions import NONE
from rules.games.tribes.layout import BOARD, FOUR
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.scoring import tribe_scores

TURNED = tuple((*FOUR[first:], *FOUR[:first]) for first in FOUR)
"""The four tribes, beginning with each of them."""


def played_out(position: TribesPosition, rng: Random) -> list[int]:
    """The points by seat at the end of a game in which from here on everybody does anything that is legal."""
    game = _Scatter(position, rng)
    if position.moved != NONE:
        game.place(position.moved, position.coin_squares())
    while game.goes_on():
        game.turn()
    points = tribe_scores(position.land, game.markers, game.shamans)
    return [points[tribe] for tribe in position.chosen]


class _Scatter:
    """What changes in such a game, as lists that are written over."""

    __slots__ = ("_hands", "_homes", "_marked", "_passes", "_random", "_seat", "markers", "shamans")

    def __init__(self, position: TribesPosition, rng: Random) -> None:
        self.markers, self.shamans = list(position.markers), list(position.shamans)
        self._homes, self._marked = list(position.homes), position.marked
        self._hands = [list(hand) for hand in position.hands]
        self._seat, self._passes = position.seat or 0, position.passes
        self._random = rng.random

    def goes_on(self) -> bool:
        """Whether the seat to act has a coin, and not every seat has had to discard."""
        return self._passes < len(self._hands) and any(self._hands[self._seat])

    def turn(self) -> None:
        """A Shaman and its coin, or a coin discarded where no Shaman can go anywhere."""
        hand = self._hands[self._seat]
        for tribe in TURNED[int(self._random() * len(TURNED))]:
            if hand[tribe] and (coins := self._sent(tribe)):
                self.place(tribe, coins)
                return
        self._passes += 1
        self._spend(next(tribe for tribe in FOUR if hand[tribe]))

    def _sent(self, tribe: int) -> int:
        """Where a coin may go once the Shaman has been set down somewhere; 0 if it cannot be."""
        marked, homes = self._marked, self._homes
        others = sum(homes) - homes[tribe]
        free = BOARD.full & ~marked & ~BOARD.spread(others)
        targets = BOARD.spread(marked & ~homes[tribe]) & free & ~self.shamans[tribe]
        while targets:
            bit = self._any(targets)
            home = BOARD.flood(bit, marked | bit)
            if coins := BOARD.spread(home) & ~home & free:
                self.shamans[tribe], homes[tribe] = bit, home
                return coins
            targets ^= bit
        return 0

    def place(self, tribe: int, coins: int) -> None:
        """A coin of the Shaman that has just moved, on any of these squares."""
        bit = self._any(coins)
        self._marked |= bit
        self.markers[tribe] |= bit
        home = self._homes[tribe] | bit
        self._homes[tribe] = BOARD.flood(home, self._marked | home)
        self._passes = 0
        self._spend(tribe)

    def _spend(self, tribe: int) -> None:
        self._hands[self._seat][tribe] -= 1
        self._seat = (self._seat + 1) % len(self._hands)

    def _any(self, squares: int) -> int:
        # The first one after a random quadrant: nearly as even as a fair choice, and several times as quick.
        shift = int(self._random() * BOARD.size)
        beyond = squares >> shift << shift or squares
        return beyond & -beyond
