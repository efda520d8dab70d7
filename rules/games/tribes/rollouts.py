"""Games of the Tribes played on at random, with no position made on the way: what a search asks for thousands of."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.games.tribes.actions import NONE
from rules.games.tribes.groups import groups_of
from rules.games.tribes.layout import BOARD, FOUR, Land
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.scoring import HIGHEST_MULTIPLIER
from rules.games.tribes.state import NOT_FIRST, NOT_LAST

TURNED = tuple((*FOUR[first:], *FOUR[:first]) for first in FOUR)
"""The four tribes, beginning with each of them."""
OTHERS = tuple(tuple(other for other in FOUR if other != tribe) for tribe in FOUR)
"""By tribe, the other three."""
FROM = tuple(BOARD.full >> square << square for square in range(BOARD.size))
"""By quadrant: itself and all after it."""
LAST, LOOKS = 2, 5
"""How many coins of a hand are the last ones, and how many places a careful player looks at for one of these."""


def played_out(position: TribesPosition, rng: Random, *, careful: bool = False) -> list[int]:
    """The points by seat at the end of a game in which from here on everybody does anything that is legal.

    The careful look at some places for those of their last coins that are of their own tribe, and take the best.
    """
    game = _Careful(position, rng) if careful else _Scatter(position, rng)
    if position.moved != NONE:
        game.place(position.moved, position.coin_squares())
    game.play()
    return game.points(position.land, position.chosen)


class _Scatter:
    """What changes in such a game, as lists that are written over."""

    __slots__ = (
        "_at", "_edges", "_hands", "_homes", "_marked", "_markers", "_masks", "_passes", "_random", "_seat",
        "_shamans", "_spreads",
    )  # fmt: skip

    def __init__(self, position: TribesPosition, rng: Random) -> None:
        self._markers, self._shamans = list(position.markers), list(position.shamans)
        self._homes, self._marked = list(position.homes), position.marked
        self._spreads = [BOARD.spread(home) if home else 0 for home in position.homes]
        """The homes with all quadrants around them."""
        self._at, self._masks, self._edges = map(list, groups_of(position.marked))
        """The groups as they have grown; there is nothing left of one that another has taken in."""
        self._hands = [list(hand) for hand in position.hands]
        self._seat, self._passes = position.seat or 0, position.passes
        self._random = rng.random

    def play(self) -> None:
        """Play on until the seat to act has no coin, or every seat has had to discard."""
        hands, seats = self._hands, len(self._hands)
        while self._passes < seats:
            hand = hands[self._seat]
            for tribe in TURNED[int(self._random() * 4)]:
                if hand[tribe] and (coins := self._sent(tribe)):
                    self.place(tribe, coins)
                    break
            else:
                if not any(hand):
                    return
                self._passes += 1
                self._spend(next(tribe for tribe in FOUR if hand[tribe]))

    def _sent(self, tribe: int) -> int:
        """Where a coin may go once the Shaman has been set down somewhere; 0 if it cannot be."""
        marked, at, masks = self._marked, self._at, self._masks
        first, second, third = OTHERS[tribe]
        spreads = self._spreads
        free = BOARD.full & ~(marked | spreads[first] | spreads[second] | spreads[third])
        away = marked & ~self._homes[tribe]
        near = (away & NOT_LAST) << 1 | (away & NOT_FIRST) >> 1 | away << BOARD.columns | away >> BOARD.columns
        targets = near & free & ~self._shamans[tribe]
        while targets:
            # The first one after a random quadrant: nearly as even as a fair choice, and several times as quick.
            beyond = targets & FROM[int(self._random() * BOARD.size)] or targets
            bit = beyond & -beyond
            around = BOARD.neighbours[bit.bit_length() - 1]
            home, edges, touched = bit, bit | around, around & marked
            while touched:
                number = at[touched.bit_length() - 1]
                home |= masks[number]
                edges |= self._edges[number]
                touched &= ~home
            if coins := edges & ~home & free:
                self._shamans[tribe], self._homes[tribe], spreads[tribe] = bit, home, edges
                return coins
            targets ^= bit
        return 0

    def place(self, tribe: int, coins: int) -> None:
        """A coin of the Shaman that has just moved, on any of these squares."""
        beyond = coins & FROM[int(self._random() * BOARD.size)] or coins
        bit = beyond & -beyond
        square = bit.bit_length() - 1
        around = BOARD.neighbours[square]
        group, edges, touched = bit, bit | around, around & self._marked
        if touched:
            number = self._at[touched.bit_length() - 1]
            group |= self._masks[number]
            edges |= self._edges[number]
            touched &= ~group
            if touched:
                group, edges = self._joined(number, touched, group, edges)
            self._masks[number], self._edges[number] = group, edges
        else:
            number = len(self._masks)
            self._masks.append(group)
            self._edges.append(edges)
        self._at[square] = number
        self._marked |= bit
        self._markers[tribe] |= bit
        self._homes[tribe] |= group
        self._spreads[tribe] |= edges
        self._passes = 0
        self._spend(tribe)

    def _joined(self, number: int, touched: int, group: int, edges: int) -> tuple[int, int]:
        """A group with all others that are touched, and what is around it."""
        at, masks = self._at, self._masks
        while touched:
            other = at[touched.bit_length() - 1]
            taken, masks[other] = masks[other], 0
            group |= taken
            edges |= self._edges[other]
            touched &= ~taken
            for square in BOARD.squares(taken):
                at[square] = number
        return group, edges

    def _spend(self, tribe: int) -> None:
        seat = self._seat
        self._hands[seat][tribe] -= 1
        self._seat = seat + 1 if seat + 1 < len(self._hands) else 0

    def points(self, land: Land, tribes: Sequence[int]) -> list[int]:
        """What all settlements together score by now for these tribes."""
        settlements, scored = [home for home in self._homes if home], [0] * len(tribes)
        guarded = sum(settlements)
        seats = [(seat, tribe, self._markers[tribe]) for seat, tribe in enumerate(tribes)]
        for group in self._masks:
            if group & guarded:
                continue
            if group & (group - 1):
                settlements.append(group)
            elif group:
                # Nobody is ahead of a marker that lies alone.
                owner, value = land.under[group.bit_length() - 1]
                for seat, tribe, markers in seats:
                    if group & markers:
                        scored[seat] += HIGHEST_MULTIPLIER * (-value if tribe == owner else value)
        self._score(land, tribes, settlements, scored)
        return scored

    def _score(self, land: Land, tribes: Sequence[int], settlements: Sequence[int], scored: list[int]) -> None:
        """Add what settlements score as they stand."""
        shamans = self._shamans
        first, second, third, fourth = (
            markers | shaman for markers, shaman in zip(self._markers, shamans, strict=True)
        )
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
                    value = total if each & shamans[tribe] else total - 2 * resources[tribe]
                    higher = (strengths[0] > own) + (strengths[1] > own) + (strengths[2] > own) + (strengths[3] > own)
                    scored[seat] += value * (HIGHEST_MULTIPLIER - higher)


class _Careful(_Scatter):
    """The same, but for the last coins of each seat."""

    __slots__ = ("_chosen", "_land")

    def __init__(self, position: TribesPosition, rng: Random) -> None:
        super().__init__(position, rng)
        self._land, self._chosen = position.land, position.chosen

    def _sent(self, tribe: int) -> int:
        seat = self._seat
        if tribe == self._chosen[seat] and sum(self._hands[seat]) <= LAST:
            return self._best_of(LOOKS, tribe)
        return super()._sent(tribe)

    def _best_of(self, looks: int, tribe: int) -> int:
        """Set the Shaman down where of so many turns the best one does; the square of its coin, 0 if there is none."""
        shaman, home, edges = self._shamans[tribe], self._homes[tribe], self._spreads[tribe]
        best, most, taken = 0, 0, (shaman, home, edges)
        for _ in range(looks):
            self._shamans[tribe], self._homes[tribe], self._spreads[tribe] = shaman, home, edges
            coins = super()._sent(tribe)
            if not coins:
                return 0
            beyond = coins & FROM[int(self._random() * BOARD.size)] or coins
            coin = beyond & -beyond
            gain = self._gain(tribe, coin)
            if not best or gain > most:
                best, most = coin, gain
                taken = self._shamans[tribe], self._homes[tribe], self._spreads[tribe]
        self._shamans[tribe], self._homes[tribe], self._spreads[tribe] = taken
        return best

    def _gain(self, tribe: int, coin: int) -> int:
        """How much more the tribe scores in the settlement of its Shaman with that coin than in those it is made of."""
        marked, home = self._marked, self._homes[tribe]
        settlement = home | coin
        beside = BOARD.neighbours[coin.bit_length() - 1] & marked & ~home
        while beside:
            settlement |= self._masks[self._at[beside.bit_length() - 1]]
            beside &= ~settlement
        gain, parts = self._worth(settlement, tribe, pieces=2), settlement & marked
        while parts:
            part = self._masks[self._at[parts.bit_length() - 1]]
            gain -= self._worth(part, tribe, pieces=0)
            parts &= ~part
        return gain

    def _worth(self, settlement: int, tribe: int, pieces: int) -> int:
        """What it scores for the tribe with so many pieces more, one of them its Shaman, who else is away."""
        markers = self._markers
        own = (settlement & markers[tribe]).bit_count() + pieces
        if not own:
            return 0
        higher = sum((settlement & markers[other]).bit_count() > own for other in OTHERS[tribe])
        resources = self._land.resources(settlement)
        value = sum(resources) if pieces else sum(resources) - 2 * resources[tribe]
        return value * (HIGHEST_MULTIPLIER - higher)
