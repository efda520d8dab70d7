"""Rules of Tribes of the Four Seasons: choosing tribes, moving Shamans, placing coins, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from rules.board import picked
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
    parse_action,
)
from rules.games.tribes.layout import BOARD, FOUR, RESOURCES, TRIBES, Land, Masks, land
from rules.games.tribes.scoring import REMEMBERED, influence, settlement_scores, tribe_scores, within
from rules.json_types import Json

T = TypeVar("T")


Hand = tuple[int, ...]
"""Unplaced coins by tribe."""


class Deal(NamedTuple):
    """Numbers of coins of the own tribe, of each other player's tribe, and of each tribe without a player."""

    own: int
    others: int
    unused: int


STANDARD = {2: Deal(6, 0, 3), 3: Deal(6, 0, 2), 4: Deal(6, 0, 0)}
ADVANCED = {2: Deal(4, 2, 3), 3: Deal(4, 1, 2), 4: Deal(3, 1, 0)}
"""For two players the sheet's table prints 3 others, but its text exchanges 2, and a tribe has only six coins."""


def deal(chosen: Sequence[int], *, advanced: bool) -> tuple[Hand, ...]:
    """Deal the hands by seat, once each seat has chosen a tribe."""
    counts = (ADVANCED if advanced else STANDARD)[len(chosen)]
    return tuple(
        tuple(
            counts.own if tribe == own else counts.others if tribe in chosen else counts.unused
            for tribe in range(len(TRIBES))
        )
        for own in chosen
    )


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
        advanced: bool,  # noqa: FBT001  # one call, no keywords
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
        """Tribe of each seat."""
        self.hands = hands
        """Unplaced coins by seat and tribe; empty until all tribes are chosen."""
        self.markers = markers
        """Suit marks and coins by tribe."""
        self.shamans = shamans
        """Quadrant of each Shaman, 0 while it is beside the board."""
        self.homes = homes
        """Settlement of each Shaman."""
        self.marked = marked
        """Markers of all tribes."""
        self.seat = seat
        self.moved = moved
        """Tribe whose Shaman has just moved and whose coin is due."""
        self.passes = passes
        """Number of seats in a row that have had to discard."""

    @staticmethod
    def parse_action(text: str) -> Action:
        return parse_action(text)

    def current_player(self) -> Seat | None:
        return self.seat

    def legal_actions(self) -> Sequence[Action]:
        if self.seat is None:
            return []
        if self.moved >= 0:
            return picked(COINS, self.coin_squares())
        if not self.hands:
            return [choose for choose in CHOOSES if choose.tribe not in self.chosen]
        hand = self.hands[self.seat]
        moves: list[Action] = []
        for tribe in FOUR:
            if hand[tribe]:
                moves += picked(SHAMANS[tribe], self.shaman_squares(tribe))
        return moves or [discard for discard in DISCARDS if hand[discard.tribe]]

    @property
    def mid_turn(self) -> bool:
        return self.moved >= 0

    @property
    def choosing(self) -> bool:
        """Return whether tribes are still being chosen."""
        return not self.hands

    def open_squares(self, tribe: int) -> int:
        """Return the open quadrants where a tribe's Shaman or coin would join no other Shaman's settlement."""
        return BOARD.full & ~self.marked & ~BOARD.spread(self.other_homes(tribe))

    def other_homes(self, tribe: int) -> int:
        """Return the settlements of the other three Shamans."""
        first, second, third, fourth = self.homes
        return (second | third | fourth, first | third | fourth, first | second | fourth, first | second | third)[tribe]

    def shaman_squares(self, tribe: int) -> int:
        """Return the legal quadrants of a tribe's Shaman, regardless of coins held; each leaves room for the coin."""
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
        """Return the legal quadrants of the coin of the Shaman that has just moved."""
        home = self.homes[self.moved]
        return BOARD.spread(home) & ~home & self.open_squares(self.moved)

    @property
    def occupied(self) -> int:
        """Return the quadrants with a marker or a Shaman."""
        return self.marked | sum(self.shamans)

    def settlements(self) -> list[int]:
        """List all settlements, the one with the lowest quadrant first."""
        return list(BOARD.components(self.occupied))

    @property
    def passing(self) -> bool:
        """Return whether the seat to act can move no Shaman, and must discard a coin."""
        acting = self.legal_actions()
        return bool(acting) and acting[0].verb == DISCARD

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
        """Return the hands after the seat to act uses a coin, and the next seat; None if all coins are used."""
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
            if action.verb != CHOOSE:
                return "choose-first"
            return "tribe-taken" if action.tribe in self.chosen else None
        if action.verb == CHOOSE:
            return "tribes-chosen"
        return self._refused_coin(action) if self.mid_turn else self._refused_turn(action)

    def _refused_turn(self, action: Action) -> str | None:
        if action.verb == COIN:
            return "shaman-first"
        hand = self.hands[self.seat or 0]
        if not hand[action.tribe]:
            return "no-coin-left"
        if action.verb == SHAMAN:
            return self._refused_shaman(action.tribe, action.square)
        can_move = any(held and self.shaman_squares(tribe) for tribe, held in enumerate(hand))
        return "shaman-can-move" if can_move else None

    def _refused_shaman(self, tribe: int, square: int) -> str | None:
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

    def _refused_coin(self, action: Action) -> str | None:
        if action.verb != COIN:
            return "coin-due"
        target, around = BOARD.bits[action.square], BOARD.neighbours[action.square]
        if target & self.occupied:
            return "quadrant-filled"
        if not around & self.homes[self.moved]:
            return "not-beside-settlement"
        return "two-shamans" if around & self.other_homes(self.moved) else None

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

    def to_json(self) -> dict[str, Json]:
        """Serialize the tribes, the tiles, the pieces, the coins in hand, and each settlement with its scores.

        The key of a settlement is its first quadrant, counted from a1 to the right and then upwards.
        """
        return {
            "to_move": self.seat,
            "coins": "advanced" if self.advanced else "standard",
            "tribes": [_name(tribe) for tribe in self.chosen],
            "hands": [by_tribe(hand) for hand in self.hands],
            "tiles": self.land.to_json(),
            "markers": by_tribe([quadrants(mask) for mask in self.markers]),
            "shamans": by_tribe([next(iter(quadrants(mask)), None) for mask in self.shamans]),
            "moved": _name(self.moved),
            "passes": self.passes,
            "settlements": {quadrants(mask)[0]: self._settlement(mask) for mask in self.settlements()},
        }

    def _settlement(self, mask: int) -> dict[str, Json]:
        strength, resources, scores = _worth(self.land, mask, within(mask, self.markers), within(mask, self.shamans))
        return {
            "quadrants": quadrants(mask),
            "shaman": next((name for name, shaman in zip(TRIBES, self.shamans, strict=True) if mask & shaman), None),
            "influence": by_tribe(strength),
            "resources": dict(zip(RESOURCES, resources, strict=True)),
            "scores": by_tribe(scores),
        }

    def _key(self) -> tuple[object, ...]:
        """Return the values that distinguish positions of one game; the others follow from them."""
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
    """Return the squares orthogonally adjacent to one of the mask; these include adjacent squares of the mask."""
    sideways = (mask & NOT_LAST) << 1 | (mask & NOT_FIRST) >> 1
    return sideways | (mask << BOARD.columns) & BOARD.full | mask >> BOARD.columns


def by_tribe(values: Sequence[Json]) -> dict[str, Json]:
    """Map four values to the names of the tribes."""
    return dict(zip(TRIBES, values, strict=True))


def quadrants(mask: int) -> list[str]:
    """List the names of the quadrants in a mask, from a1 on."""
    return list(_names(mask))


@lru_cache(REMEMBERED)
def _names(mask: int) -> Sequence[str]:
    return tuple(BOARD.names[square] for square in BOARD.squares(mask))


def _name(tribe: int) -> str | None:
    return TRIBES[tribe] if tribe >= 0 else None


@lru_cache(REMEMBERED)
def _worth(land: Land, mask: int, markers: Masks, shamans: Masks) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """Return influence, resources and scores of a settlement, cached: most do not change in a move."""
    scores = settlement_scores(land, mask, markers, shamans)
    return influence(mask, markers, shamans), land.resources(mask), scores


def changed_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return a copy of a tuple with one value changed."""
    return (*values[:index], value, *values[index + 1 :])


def start(setup: Setup) -> TribesPosition:
    """Return the position before the first tribe is chosen; the last seat chooses first."""
    players, ground = setup["players"], land(setup["layout"])
    return TribesPosition(
        ground, setup["options"]["coins"] == "advanced", (NONE,) * players, (), ground.marks, (0,) * len(TRIBES),
        (0,) * len(TRIBES), sum(ground.marks), players - 1, NONE, 0,
    )  # fmt: skip
