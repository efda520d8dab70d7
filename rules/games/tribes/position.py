"""Tribes of the Four Seasons: choosing tribes, moving Shamans, placing coins, and when the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rules.board import picked
from rules.game import Position, Seat
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
from rules.games.tribes.coins import Hand, deal
from rules.games.tribes.layout import BOARD, FOUR, TRIBES, land
from rules.games.tribes.refusals import refusal
from rules.games.tribes.report import report
from rules.games.tribes.scoring import tribe_scores
from rules.games.tribes.state import TribesState
from rules.json_types import Json
from rules.setup import Setup

T = TypeVar("T")


class TribesPosition(TribesState, Position[Action]):
    """A position: what may be done next, and what comes of it."""

    __slots__ = ()

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
    def passing(self) -> bool:
        """Whether the seat to act can move no Shaman, and has to discard a coin."""
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
        return report(self)


def changed_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """A copy of a tuple with one value changed."""
    return (*values[:index], value, *values[index + 1 :])


def start(setup: Setup) -> TribesPosition:
    """The position before the first tribe is chosen; the last seat chooses first."""
    players, ground = setup["players"], land(setup["layout"])
    return TribesPosition(
        ground, setup["options"]["coins"] == "advanced", (NONE,) * players, (), ground.marks, (0,) * len(TRIBES),
        (0,) * len(TRIBES), sum(ground.marks), players - 1, NONE, 0,
    )  # fmt: skip
