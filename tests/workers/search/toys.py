"""Games small enough to know the best action: one defined as a tree of branches, and Nim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules import CHANCE, Position

Branches = Mapping[str, tuple[float, "Told"]]


@dataclass(frozen=True, eq=False)
class Told(Position[str]):
    """A position of a tree game: the seat to move, the children, and each seat's estimate."""

    seat: int | None
    values: tuple[float, ...]
    branches: Branches
    unfinished: bool = False

    @property
    def mid_turn(self) -> bool:
        return self.unfinished

    @staticmethod
    def parse_action(text: str) -> str:
        return text

    def current_player(self) -> int | None:
        return self.seat

    def legal_actions(self) -> Sequence[str]:
        return () if self.seat == CHANCE else tuple(self.branches)

    def chance_outcomes(self) -> Sequence[tuple[str, Fraction]]:
        return [(name, Fraction(chance).limit_denominator()) for name, (chance, _) in self.branches.items()]

    def apply(self, action: str) -> Told:
        return self.branches[action][1]

    def refusal(self, action: str) -> str | None:
        return None if action in self.branches else "untold"

    def scores(self) -> Sequence[int]:
        return [round(100 * value) for value in self.values]

    def winners(self) -> Sequence[int]:
        return [seat for seat, value in enumerate(self.values) if self.seat is None and value == max(self.values)]

    def to_json(self) -> dict[str, Any]:
        return {}


def end(*values: float) -> Told:
    """Return a final position with each seat's value."""
    return Told(None, values, {})


def turn(seat: int, looks: tuple[float, ...], *, unfinished: bool = False, **leads: Told | tuple[float, Told]) -> Told:
    """Return a turn with each seat's estimate. An action leads to a position, with weight 1 or the one given."""
    branches = {name: to if isinstance(to, tuple) else (1.0, to) for name, to in leads.items()}
    return Told(seat, looks, branches, unfinished)


def roll(looks: tuple[float, ...], **leads: tuple[float, Told]) -> Told:
    """Return a roll of the dice: outcomes with their probabilities."""
    return Told(CHANCE, looks, leads)


class TreeTactics:
    """Tactics that use the tree's estimates."""

    def candidates(self, position: Told) -> Sequence[tuple[str, float]]:
        weighted = [(action, weight) for action, (weight, _) in position.branches.items()]
        return sorted(weighted, key=lambda pair: -pair[1])

    def estimate(self, position: Told) -> Sequence[float]:
        return position.values


@dataclass(frozen=True)
class Nim(Position[int]):
    """Whoever takes the last match wins; one to three may be taken."""

    heap: int
    seat: int = 0

    @staticmethod
    def parse_action(text: str) -> int:
        return int(text)

    def current_player(self) -> int | None:
        return self.seat if self.heap else None

    def legal_actions(self) -> Sequence[int]:
        return range(1, min(3, self.heap) + 1)

    def apply(self, action: int) -> Nim:
        return Nim(self.heap - action, 1 - self.seat)

    def refusal(self, action: int) -> str | None:
        return None if action in self.legal_actions() else "too-many"

    def scores(self) -> Sequence[int]:
        return [0, 0]

    def winners(self) -> Sequence[int]:
        return [] if self.heap else [1 - self.seat]

    def to_json(self) -> dict[str, Any]:
        return {}


class NimTactics:
    """Tactics that know the winner, and nothing before the end."""

    def candidates(self, position: Nim) -> Sequence[tuple[int, float]]:
        return [(matches, 1.0) for matches in position.legal_actions()]

    def estimate(self, position: Nim) -> Sequence[float]:
        return [0.5, 0.5] if position.heap else [float(position.seat == 1), float(position.seat == 0)]
