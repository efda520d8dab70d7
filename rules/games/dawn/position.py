"""Rules of DAWN 11/15: twelve bars against two drifting asteroids, and the freedom left to them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.board import picked
from rules.game import CHANCE, Position, Seat, Setup
from rules.games.dawn.actions import (
    ARRIVALS,
    BOARD,
    CERES,
    LENGTHS,
    ROLLS,
    VESTA,
    Action,
    Arrival,
    Bar,
    Roll,
    fault,
    fitting,
    parse_action,
)
from rules.json_types import Json

NATURE, MISSION_CONTROL = 0, 1
ROUNDS = len(LENGTHS)
"""Rounds in each of the two phases; each places one bar of the set."""

_OUTCOMES = tuple((roll, Fraction(1, len(ROLLS))) for roll in ROLLS)


def choices(left: Sequence[int], shown: int) -> tuple[int, ...]:
    """Return the lengths allowed for a roll: that length if it is left, else the next smaller and the next larger."""
    if shown in left:
        return (shown,)
    smaller = [length for length in left if length < shown]
    larger = [length for length in left if length > shown]
    return (*smaller[-1:], *larger[:1])


def result(vesta: int, ceres: int) -> int:
    """Compute Nature's score: the larger freedom plus the difference (sheet, "Counting")."""
    return 2 * max(vesta, ceres) - min(vesta, ceres)


class DawnPosition(Position[Action]):
    """Bars in the order of their placing, both asteroids, and the pending part of the round.

    `vesta` and `ceres` are squares or None. `shown` is the number that Mission Control must answer, else 0. `steps` is
    the length of the bar after which an asteroid must still move, else 0. `blocked` holds the squares under bars.
    """

    __slots__ = ("bars", "blocked", "ceres", "shown", "steps", "vesta")

    def __init__(
        self,
        bars: tuple[Bar, ...] = (),
        blocked: int = 0,
        vesta: int | None = None,
        ceres: int | None = None,
        shown: int = 0,
        steps: int = 0,
    ) -> None:
        self.bars = bars
        self.blocked = blocked
        self.vesta = vesta
        self.ceres = ceres
        self.shown = shown
        self.steps = steps

    @staticmethod
    def parse_action(text: str) -> Action:
        return parse_action(text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DawnPosition) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    @property
    def phase(self) -> int:
        """Return the phase: 1 until Ceres enters, then 2."""
        return 1 if self.ceres is None else 2

    @property
    def left(self) -> tuple[int, ...]:
        """Return the lengths left in the set of the phase, ascending."""
        used = [bar.length for bar in self.bars[ROUNDS * (self.phase - 1) :]]
        return tuple(length for length in LENGTHS if length not in used)

    @property
    def lengths(self) -> tuple[int, ...]:
        """Return the lengths that Mission Control may choose from; none while it is not to act."""
        if self.current_player() != MISSION_CONTROL:
            return ()
        return choices(self.left, self.shown) if self.shown else self.left

    @property
    def entering(self) -> str | None:
        """Return the asteroid that Nature enters now, if any."""
        if self.vesta is None:
            return VESTA
        return CERES if self.ceres is None and len(self.bars) == ROUNDS and not self.steps else None

    @property
    def free(self) -> int:
        """Return the squares without bar or asteroid."""
        return BOARD.full & ~(self.blocked | self._asteroids())

    def current_player(self) -> Seat | None:
        if self.shown:
            return MISSION_CONTROL
        if self.steps or self.entering:
            return NATURE
        placed = len(self.bars)
        if placed == 2 * ROUNDS:
            return None
        return MISSION_CONTROL if placed % ROUNDS == ROUNDS - 1 else CHANCE

    def legal_actions(self) -> Sequence[Action]:
        if self.steps:
            return picked(ARRIVALS[self._mover()], self.within_steps())
        if entering := self.entering:
            return picked(ARRIVALS[entering], self.free)
        taken = self.blocked | self._asteroids()
        bars: list[Action] = []
        for length in self.lengths:
            bars += fitting(length, taken)
        return bars

    def chance_outcomes(self) -> Sequence[tuple[Action, Fraction]]:
        return _OUTCOMES if self.current_player() == CHANCE else ()

    def apply(self, action: Action) -> DawnPosition:
        if isinstance(action, Bar):
            bars, blocked = (*self.bars, action), self.blocked | action.mask
            return DawnPosition(bars, blocked, self.vesta, self.ceres, 0, action.length)
        if isinstance(action, Roll):
            return DawnPosition(self.bars, self.blocked, self.vesta, self.ceres, action.number)
        if action.asteroid == VESTA:
            return DawnPosition(self.bars, self.blocked, action.square)
        return DawnPosition(self.bars, self.blocked, self.vesta, action.square)

    def refusal(self, action: Action) -> str | None:
        if isinstance(action, Roll):
            return "chance-only"
        if self.current_player() == MISSION_CONTROL:
            return self._bar_refusal(action) if isinstance(action, Bar) else "bar-due"
        if isinstance(action, Arrival) and action.asteroid == self._mover():
            return self._arrival_refusal(action.square)
        if isinstance(action, Arrival) and action.asteroid == VESTA:
            return "vesta-rests"
        return f"{self._mover()}-{'moves' if self.steps else 'enters'}"

    def within_steps(self) -> int:
        """Return the squares where the asteroid to move may come to rest, including its own."""
        reached = BOARD.bits[self._square(self._mover())]
        free = self.free
        for _ in range(self.steps):
            reached |= BOARD.spread(reached) & free
        return reached

    def reach(self, asteroid: str) -> int:
        """Return the free squares that an asteroid can reach in any number of steps: F(V) or F(C) of them."""
        return BOARD.flood(BOARD.bits[self._square(asteroid)], self.free)

    def freedom(self, asteroid: str) -> int | None:
        """Return F(V) or F(C) so far, or None while the asteroid is not on the board."""
        entered = (self.vesta if asteroid == VESTA else self.ceres) is not None
        return self.reach(asteroid).bit_count() if entered else None

    def result(self) -> int | None:
        """Return the result if the game ended here, or None while an asteroid is not on the board."""
        vesta, ceres = self.freedom(VESTA), self.freedom(CERES)
        return None if vesta is None or ceres is None else result(vesta, ceres)

    def scores(self) -> Sequence[int]:
        final = self.result() if self.current_player() is None else None
        return (final or 0, 0)

    def winners(self) -> Sequence[Seat]:
        return ()

    def to_json(self) -> dict[str, Json]:
        return {
            "phase": self.phase,
            "vesta": None if self.vesta is None else BOARD.names[self.vesta],
            "ceres": None if self.ceres is None else BOARD.names[self.ceres],
            "bars": [_bar_to_json(bar) for bar in self._sets()],
            "left": list(self.left),
            "shown": self.shown or None,
            "lengths": list(self.lengths),
            "steps": self.steps or None,
            "freedom": {VESTA: self.freedom(VESTA), CERES: self.freedom(CERES)},
            "result": self.result(),
        }

    def _sets(self) -> tuple[Bar, ...]:
        """Return the first set, then the second, each sorted by length: equal positions ignore the order of placing."""
        return (*sorted(self.bars[:ROUNDS]), *sorted(self.bars[ROUNDS:]))

    def _key(self) -> tuple[object, ...]:
        return (self._sets(), self.vesta, self.ceres, self.shown, self.steps)

    def _mover(self) -> str:
        """Return the asteroid that Nature moves or enters in this phase."""
        return self.entering or (VESTA if self.phase == 1 else CERES)

    def _square(self, asteroid: str) -> int:
        square = self.vesta if asteroid == VESTA else self.ceres
        if square is None:
            raise ValueError(asteroid)
        return square

    def _asteroids(self) -> int:
        """Return the squares of the asteroids on the board."""
        vesta = 0 if self.vesta is None else BOARD.bits[self.vesta]
        return vesta if self.ceres is None else vesta | BOARD.bits[self.ceres]

    def _bar_refusal(self, bar: Bar) -> str | None:
        if bar.length not in self.left:
            return "bar-used"
        if bar.length not in self.lengths:
            return "wrong-bar"
        return fault(bar) or self._obstacle(bar.mask)

    def _arrival_refusal(self, square: int) -> str | None:
        bit = BOARD.bits[square]
        if self.steps and bit & self.within_steps():
            return None
        if obstacle := self._obstacle(bit):
            return obstacle
        if not self.steps:
            return None
        return "too-far" if bit & self.reach(self._mover()) else "cut-off"

    def _obstacle(self, squares: int) -> str | None:
        if squares & self.blocked:
            return "on-a-bar"
        return "on-an-asteroid" if squares & self._asteroids() else None


def _bar_to_json(bar: Bar) -> dict[str, Json]:
    squares = [BOARD.names[square] for square in BOARD.squares(bar.mask)]
    return {"length": bar.length, "upright": bar.upright, "juts_out": bar.juts_out, "squares": squares}


def start(setup: Setup) -> DawnPosition:
    """Return the empty board."""
    return DawnPosition()
