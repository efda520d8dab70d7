"""Rules of Seasons of the Sun: the discs, the player to move, and the dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from rules.game import CHANCE, Position, Seat, Setup
from rules.games.seasons.actions import DICE, PLACES_BY_FREE, Action, Place, Roll, Values, parse
from rules.games.seasons.dice import CHOICES, KEPT, OUTCOMES, joined
from rules.games.seasons.sectors import ALL_FREE, SECTORS
from rules.json_types import Json

Discs: TypeAlias = tuple[tuple[int, ...], ...]
"""Eye-sums by sector and seat; 0 is a free disc."""
REROLLS_A_TURN = {"full": 1, "basic": 0}
"""Rerolls a turn by version of the game."""


class Seasons(Position[Action]):
    """A position. `seat` is the player to move (0 once the game is over), `dice` the throw or the dice kept."""

    __slots__ = ("dice", "discs", "free", "rerolls", "rerolls_a_turn", "seat")

    def __init__(
        self, seat: Seat, discs: Discs, free: tuple[int, ...], dice: Values, rerolls: int, rerolls_a_turn: int
    ) -> None:
        self.seat = seat
        self.discs = discs
        self.free = free
        """Bits of the free discs by seat; derived from `discs` and stored for speed."""
        self.dice = dice
        self.rerolls = rerolls
        """Rerolls left in this turn."""
        self.rerolls_a_turn = rerolls_a_turn

    parse_action = staticmethod(parse)

    def current_player(self) -> Seat | None:
        if len(self.dice) == DICE:
            return self.seat
        return CHANCE if any(self.free) else None

    def legal_actions(self) -> Sequence[Action]:
        if len(self.dice) < DICE:
            return ()
        places = PLACES_BY_FREE[self.free[self.seat]]
        return places + CHOICES[self.dice] if self.rerolls else places

    def chance_outcomes(self) -> Sequence[tuple[Action, Fraction]]:
        return OUTCOMES[DICE - len(self.dice)] if any(self.free) else ()

    def apply(self, action: Action) -> Seasons:
        if isinstance(action, Place):
            return self.placed(action, sum(self.dice))
        if isinstance(action, Roll):
            return self._thrown(joined(self.dice, action), self.rerolls)
        return self._thrown(KEPT[self.dice][action], self.rerolls - 1)

    def refusal(self, action: Action) -> str | None:
        if isinstance(action, Place):
            return None if self.free[self.seat] & action.bit else "disc-filled"
        if isinstance(action, Roll):
            return "chance-only"
        if not self.rerolls:
            return "already-rerolled" if self.rerolls_a_turn else "no-reroll-in-basic"
        return None if action in KEPT[self.dice] else "no-such-dice"

    def scores(self) -> Sequence[int]:
        points = [0] * len(self.free)
        for sector, owner in zip(SECTORS, self.owners(), strict=True):
            if owner is not None:
                points[owner] += sector.value
        return points

    def winners(self) -> Sequence[Seat]:
        if any(self.free):
            return ()
        points = self.scores()
        best = max(points)
        return [seat for seat, total in enumerate(points) if total == best]

    def owners(self) -> list[Seat | None]:
        """Return the owner of each sector, or None while it has none."""
        return [None if 0 in sums else sector.owner(sums) for sector, sums in zip(SECTORS, self.discs, strict=True)]

    def to_json(self) -> dict[str, Json]:
        """Serialize the board in its order, `null` for a free disc or a sector without an owner, and the turn.

        `moves` is the seat whose turn it is, also while dice are thrown for it (`to_throw` of them; `dice` are those
        kept); `null` once the game is over.
        """
        to_act = self.current_player()
        return {
            "sectors": [
                {
                    "name": sector.name,
                    "area": sector.area.value,
                    "value": sector.value,
                    "eye_sums": [eye_sum or None for eye_sum in sums],
                    "owner": owner,
                }
                for sector, sums, owner in zip(SECTORS, self.discs, self.owners(), strict=True)
            ],
            "moves": None if to_act is None else self.seat,
            "dice": list(self.dice),
            "to_throw": DICE - len(self.dice) if to_act == CHANCE else 0,
            "may_reroll": to_act == self.seat and self.rerolls > 0,
            "scores": list(self.scores()),
        }

    def _thrown(self, dice: Values, rerolls: int) -> Seasons:
        return Seasons(self.seat, self.discs, self.free, dice, rerolls, self.rerolls_a_turn)

    def placed(self, place: Place, eye_sum: int) -> Seasons:
        """Return the position after an eye-sum is placed.

        Source: rule sheet, "Course of the Game"; for three seats its last section.
        """
        seat, index = self.seat, place.index
        row = self.discs[index]
        sums = (*row[:seat], eye_sum, *row[seat + 1 :])
        free = (*self.free[:seat], self.free[seat] ^ place.bit, *self.free[seat + 1 :])
        first = seat + 1
        if 0 not in sums:
            owner = place.sector.owner(sums)
            if owner is None:
                sums = (0,) * len(sums)
                free = tuple(bits | place.bit for bits in free)
            elif owner == seat:
                first = seat
        discs = (*self.discs[:index], sums, *self.discs[index + 1 :])
        return Seasons(_next_seat(first, free), discs, free, (), self.rerolls_a_turn, self.rerolls_a_turn)

    def _key(self) -> tuple[object, ...]:
        return (self.seat, self.discs, self.dice, self.rerolls, self.rerolls_a_turn)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seasons) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


def _next_seat(first: Seat, free: tuple[int, ...]) -> Seat:
    """Return the first seat from `first` on, clockwise, that has a free disc; 0 if there is none."""
    seats = len(free)
    for step in range(seats):
        seat = (first + step) % seats
        if free[seat]:
            return seat
    return 0


def start(setup: Setup) -> Seasons:
    """Return the empty board before the first throw of seat 0."""
    players, rerolls = setup["players"], REROLLS_A_TURN[setup["options"]["version"]]
    return Seasons(0, ((0,) * players,) * len(SECTORS), (ALL_FREE,) * players, (), rerolls, rerolls)
