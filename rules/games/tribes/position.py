"""Tribes of the Four Seasons: choosing tribes, moving Shamans, placing coins, and when the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.game import Position, Seat, Setup
from rules.games.tribes.actions import (
    CHOOSE,
    CHOOSES,
    COIN,
    COINS,
    DISCARDS,
    NONE,
    SHAMAN,
    SHAMANS,
    Action,
    on_squares,
    parse_action,
)
from rules.games.tribes.coins import Hand, deal
from rules.games.tribes.layout import BOARD, TRIBES, Land, land
from rules.games.tribes.refusals import refusal
from rules.games.tribes.report import report
from rules.games.tribes.scoring import tribe_scores

FOUR = range(len(TRIBES))
Masks = tuple[int, ...]
"""Quadrants by tribe."""
NOT_FIRST = BOARD.full & ~BOARD.column_masks[0]
NOT_LAST = BOARD.full & ~BOARD.column_masks[-1]


class TribesPosition(Position[Action]):
    """A position. All masks are of quadrants; tribes are indices of TRIBES, or NONE."""

    __slots__ = (
        "advanced", "chosen", "hands", "homes", "land", "marked", "markers", "moved", "passes", "seat", "shamans",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913, PLR0917  # a search builds many: one call, no keywords
        self,
        land: Land,
        advanced: bool,  # noqa: FBT001  # the same
        chosen: tuple[int, ...],
        hands: tuple[Hand, ...],
        markers: Masks,
        shamans: Masks,
        homes: Masks,
        marked: int,
        seat: Seat | None,
        moved: int,
        passes: int,
    ) -> None:
        self.land = land
        self.advanced = advanced
        self.chosen = chosen
        """The tribe of each seat."""
        self.hands = hands
        """Unplaced coins by seat and tribe; empty until all tribes are chosen."""
        self.markers = markers
        """Suit marks and coins by tribe."""
        self.shamans = shamans
        """The quadrant of each Shaman, 0 while it stands beside the board."""
        self.homes = homes
        """The settlement in which each Shaman stands."""
        self.marked = marked
        """The markers of all tribes."""
        self.seat = seat
        self.moved = moved
        """The tribe whose Shaman has just moved and whose coin is due."""
        self.passes = passes
        """How many seats in a row have had to discard."""

    @staticmethod
    def parse_action(text: str) -> Action:
        return parse_action(text)

    @property
    def mid_turn(self) -> bool:
        return self.moved >= 0

    @property
    def choosing(self) -> bool:
        """Whether tribes are still being chosen."""
        return not self.hands

    def current_player(self) -> Seat | None:
        return self.seat

    def legal_actions(self) -> Sequence[Action]:
        if self.seat is None:
            return []
        if self.moved >= 0:
            return on_squares(COINS, self.coin_squares())
        if not self.hands:
            return [choose for choose in CHOOSES if choose.tribe not in self.chosen]
        hand = self.hands[self.seat]
        moves: list[Action] = []
        for tribe in FOUR:
            if hand[tribe]:
                moves += on_squares(SHAMANS[tribe], self.shaman_squares(tribe))
        return moves or [discard for discard in DISCARDS if hand[discard.tribe]]

    def open_squares(self, tribe: int) -> int:
        """Where that tribe's Shaman or its coin would stand on no marker and join no other Shaman's settlement."""
        return BOARD.full & ~self.marked & ~BOARD.spread(self.other_homes(tribe))

    def other_homes(self, tribe: int) -> int:
        """The settlements of the other three Shamans."""
        first, second, third, fourth = self.homes
        return (second | third | fourth, first | third | fourth, first | second | fourth, first | second | third)[tribe]

    def shaman_squares(self, tribe: int) -> int:
        """Where that tribe's Shaman may go, whoever holds coins; from each of them a coin can be placed afterwards."""
        free = self.open_squares(tribe)
        elsewhere = BOARD.spread(self.marked & ~self.homes[tribe])
        targets = elsewhere & free & ~self.shamans[tribe]
        roomy = targets & neighbours_of(free)
        tight = targets & ~roomy
        while tight:
            square = tight & -tight
            tight ^= square
            if BOARD.spread(BOARD.flood(square, self.marked | square)) & free & ~square:
                roomy |= square
        return roomy

    def coin_squares(self) -> int:
        """Where the coin of the Shaman that has just moved may go."""
        home = self.homes[self.moved]
        return BOARD.spread(home) & ~home & self.open_squares(self.moved)

    def apply(self, action: Action) -> TribesPosition:
        verb = action.verb
        if verb == SHAMAN:
            return self._with_shaman(action.tribe, BOARD.bits[action.square])
        if verb == COIN:
            return self._with_coin(BOARD.bits[action.square])
        return self._with_choice(action.tribe) if verb == CHOOSE else self._with_discard(action.tribe)

    def _with_shaman(self, tribe: int, square: int) -> TribesPosition:
        home = BOARD.flood(square, self.marked | square)
        return TribesPosition(
            self.land, self.advanced, self.chosen, self.hands, self.markers, changed_at(self.shamans, tribe, square),
            changed_at(self.homes, tribe, home), self.marked, self.seat, tribe, self.passes,
        )  # fmt: skip

    def _with_coin(self, square: int) -> TribesPosition:
        tribe, marked = self.moved, self.marked | square
        home = self.homes[tribe] | square
        home = BOARD.flood(home, marked | home)
        hands, seat = self._spend(tribe)
        return TribesPosition(
            self.land, self.advanced, self.chosen, hands, changed_at(self.markers, tribe, self.markers[tribe] | square),
            self.shamans, changed_at(self.homes, tribe, home), marked, seat, NONE, 0,
        )  # fmt: skip

    def _with_discard(self, tribe: int) -> TribesPosition:
        hands, seat = self._spend(tribe)
        passes = self.passes + 1
        return TribesPosition(
            self.land, self.advanced, self.chosen, hands, self.markers, self.shamans, self.homes, self.marked,
            None if passes == len(hands) else seat, NONE, passes,
        )  # fmt: skip

    def _with_choice(self, tribe: int) -> TribesPosition:
        seat = self._acting()
        chosen = changed_at(self.chosen, seat, tribe)
        hands = () if seat else deal(chosen, advanced=self.advanced)
        return TribesPosition(
            self.land, self.advanced, chosen, hands, self.markers, self.shamans, self.homes, self.marked,
            seat - 1 if seat else 0, NONE, 0,
        )  # fmt: skip

    def _spend(self, tribe: int) -> tuple[tuple[Hand, ...], Seat | None]:
        """The hands when the seat to act has used a coin, and who acts next: nobody if all coins are used."""
        seat = self._acting()
        hand = self.hands[seat]
        hands = changed_at(self.hands, seat, changed_at(hand, tribe, hand[tribe] - 1))
        following = seat + 1 if seat + 1 < len(hands) else 0
        return hands, following if any(hands[following]) else None

    def _acting(self) -> Seat:
        if self.seat is None:
            raise ValueError("the game is over")
        return self.seat

    def refusal(self, action: Action) -> str | None:
        return refusal(self, action)

    @property
    def occupied(self) -> int:
        """The quadrants that hold a marker or a Shaman."""
        return self.marked | sum(self.shamans)

    def settlements(self) -> list[int]:
        """All settlements, the one with the lowest quadrant first."""
        return list(BOARD.components(self.occupied))

    def scores(self) -> Sequence[int]:
        if self.choosing:
            return [0] * len(self.chosen)
        points = tribe_scores(self.land, self.markers, self.shamans)
        return [points[tribe] for tribe in self.chosen]

    def winners(self) -> Sequence[Seat]:
        if self.seat is not None:
            return []
        points = self.scores()
        return [seat for seat, own in enumerate(points) if own == max(points)]

    def to_json(self) -> dict[str, Any]:
        return report(self)

    def _key(self) -> tuple[object, ...]:
        """What tells two positions of one game apart; the rest follows from it."""
        return self.seat, self.moved, self.passes, self.markers, self.shamans, self.hands, self.chosen

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TribesPosition)
            and self._key() == other._key()
            and self.advanced == other.advanced
            and self.land == other.land
        )

    def __hash__(self) -> int:
        return hash(self._key())


def neighbours_of(mask: int) -> int:
    """The squares orthogonally adjacent to one of the mask, squares of the mask among them where two of it meet."""
    sideways = (mask & NOT_LAST) << 1 | (mask & NOT_FIRST) >> 1
    return sideways | (mask << BOARD.columns) & BOARD.full | mask >> BOARD.columns


def changed_at(values: tuple[Any, ...], index: int, value: object) -> tuple[Any, ...]:
    """A copy of a tuple with one value changed."""
    return (*values[:index], value, *values[index + 1 :])


def start(setup: Setup) -> TribesPosition:
    """The position before the first tribe is chosen; the last seat chooses first."""
    players, ground = setup["players"], land(setup["layout"])
    return TribesPosition(
        ground, setup["options"]["coins"] == "advanced", (NONE,) * players, (), ground.marks, (0,) * len(TRIBES),
        (0,) * len(TRIBES), sum(ground.marks), players - 1, NONE, 0,
    )  # fmt: skip
