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
    DISCARD,
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
from rules.games.tribes.report import report
from rules.games.tribes.scoring import settlement_scores

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

    def __init__(
        self,
        land: Land,
        advanced: bool,  # noqa: FBT001  # built for every move of a search: no keywords
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
        if self.choosing:
            return self._choice_refusal(action)
        if action.verb == CHOOSE:
            return "tribes-chosen"
        if self.mid_turn:
            return self._coin_refusal(action)
        if action.verb == COIN:
            return "shaman-first"
        if not self.hands[self._acting()][action.tribe]:
            return "no-coin-left"
        if action.verb == SHAMAN:
            return self._shaman_refusal(action.tribe, action.square)
        return "shaman-can-move" if self._can_move() else None

    def _choice_refusal(self, action: Action) -> str | None:
        if action.verb != CHOOSE:
            return "choose-first"
        return "tribe-taken" if action.tribe in self.chosen else None

    def _can_move(self) -> bool:
        hand = self.hands[self._acting()]
        return any(hand[tribe] and self.shaman_squares(tribe) for tribe in FOUR)

    def _shaman_refusal(self, tribe: int, square: int) -> str | None:
        target, around = BOARD.bits[square], BOARD.neighbours[square]
        if target == self.shamans[tribe]:
            return "same-quadrant"
        if target & self.occupied:
            return "quadrant-filled"
        if not around & self.marked:
            return "no-marker-beside"
        if not around & self.marked & ~self.homes[tribe]:
            return "same-settlement"
        if around & self.other_homes(tribe):
            return "two-shamans"
        return None if target & self.shaman_squares(tribe) else "no-room-for-coin"

    def _coin_refusal(self, action: Action) -> str | None:
        if action.verb != COIN:
            return "coin-due"
        around = BOARD.neighbours[action.square]
        if BOARD.bits[action.square] & self.occupied:
            return "quadrant-filled"
        if not around & self.homes[self.moved]:
            return "not-beside-settlement"
        return "two-shamans" if around & self.other_homes(self.moved) else None

    @property
    def occupied(self) -> int:
        """The quadrants that hold a marker or a Shaman."""
        return self.marked | sum(self.shamans)

    def settlements(self) -> list[int]:
        """All settlements, the one with the lowest quadrant first."""
        return list(BOARD.components(self.occupied))

    def tribe_scores(self) -> list[int]:
        """Points by tribe if the game ended now, those of tribes that nobody plays included."""
        scored = [settlement_scores(self.land, home, self.markers, self.shamans) for home in self.settlements()]
        return [sum(points) for points in zip(*scored, strict=True)]

    def scores(self) -> Sequence[int]:
        if self.choosing:
            return [0] * len(self.chosen)
        points = self.tribe_scores()
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
