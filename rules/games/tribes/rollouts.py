"""Games of the Tribes played on at random, with no position made on the way: what a search asks for thousands of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from rules.games.tribes.actions import NONE
from rules.games.tribes.layout import BOARD, FOUR, Land
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.scoring import HIGHEST_MULTIPLIER

TURNED = tuple((*FOUR[first:], *FOUR[:first]) for first in FOUR)
"""The four tribes, beginning with each of them."""
REMEMBERED = 1 << 12
"""Boards of which the groups are known: all Shamans that can be moved leave the markers as they are."""
Group = tuple[int, int]
"""Markers that touch, and with them all quadrants around them."""


def played_out(position: TribesPosition, rng: Random) -> list[int]:
    """The points by seat at the end of a game in which from here on everybody does anything that is legal."""
    game = _Scatter(position, rng)
    if position.moved != NONE:
        game.place(position.moved, position.coin_squares())
    while game.goes_on():
        game.turn()
    return game.points(position.land, position.chosen)


@lru_cache(REMEMBERED)
def _groups(marked: int) -> Sequence[Group]:
    return tuple((group, BOARD.spread(group)) for group in BOARD.components(marked))


class _Scatter:
    """What changes in such a game, as lists that are written over."""

    __slots__ = (
        "_edges", "_groups", "_hands", "_homes", "_marked", "_markers", "_passes", "_random", "_seat", "_shamans",
    )  # fmt: skip

    def __init__(self, position: TribesPosition, rng: Random) -> None:
        self._markers, self._shamans = list(position.markers), list(position.shamans)
        self._homes, self._marked = list(position.homes), position.marked
        self._edges = [BOARD.spread(home) if home else 0 for home in position.homes]
        """The homes with all quadrants around them."""
        self._groups = list(_groups(position.marked))
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
        first, second, third, fourth = self._edges
        guarded = (second | third | fourth, first | third | fourth, first | second | fourth, first | second | third)
        free = BOARD.full & ~(self._marked | guarded[tribe])
        old, near = self._homes[tribe], 0
        for group, edge in self._groups:
            if not group & old:
                near |= edge
        targets = near & free & ~self._shamans[tribe]
        while targets:
            bit = self._any(targets)
            around = BOARD.neighbours[bit.bit_length() - 1]
            home, edges = bit, bit | around
            for group, edge in self._groups:
                if group & around:
                    home |= group
                    edges |= edge
            if coins := edges & ~home & free:
                self._shamans[tribe], self._homes[tribe], self._edges[tribe] = bit, home, edges
                return coins
            targets ^= bit
        return 0

    def place(self, tribe: int, coins: int) -> None:
        """A coin of the Shaman that has just moved, on any of these squares."""
        bit = self._any(coins)
        around = BOARD.neighbours[bit.bit_length() - 1]
        joined, edges, apart = bit, bit | around, []
        for pair in self._groups:
            if pair[0] & around:
                joined |= pair[0]
                edges |= pair[1]
            else:
                apart.append(pair)
        apart.append((joined, edges))
        self._groups = apart
        self._marked |= bit
        self._markers[tribe] |= bit
        self._homes[tribe] |= joined
        self._edges[tribe] |= edges
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

    def points(self, land: Land, tribes: Sequence[int]) -> list[int]:
        """What all settlements together score by now for these tribes."""
        led = [home for home in self._homes if home]
        guarded = sum(led)
        settlements = led + [group for group, _ in self._groups if not group & guarded]
        first, second, third, fourth = (
            markers | shaman for markers, shaman in zip(self._markers, self._shamans, strict=True)
        )
        scored = [0] * len(tribes)
        for each in settlements:
            strengths = (
                (each & first).bit_count(),
                (each & second).bit_count(),
                (each & third).bit_count(),
                (each & fourth).bit_count(),
            )
            resources = land.resources(each)
            total = sum(resources)
            for seat, tribe in enumerate(tribes):
                if own := strengths[tribe]:
                    value = total if each & self._shamans[tribe] else total - 2 * resources[tribe]
                    scored[seat] += value * (HIGHEST_MULTIPLIER - sum([other > own for other in strengths]))
        return scored
