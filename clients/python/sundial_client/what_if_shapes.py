"""Types of hypothetical lines, and of saved branches."""

from __future__ import annotations

from typing import Any, TypedDict


class SupposedMove(TypedDict):
    """A move of a line: its seat (-1 for the dice), and its description in words."""

    seat: int
    move: str
    told: list[str]


class Outcome(TypedDict):
    """A possible outcome of the dice."""

    action: str
    probability: float


class Supposed(TypedDict):
    """The position after a line, and the possible next actions."""

    ruleset: str
    at: int
    line: str
    moves: list[SupposedMove]
    position: dict[str, Any]
    scores: list[int]
    to_move: int | None
    winners: list[int] | None
    board: str
    actions: list[str]
    complete: bool
    outcomes: list[Outcome]
    plan: str | None


class BranchChange(TypedDict, total=False):
    """Changes of a branch."""

    name: str
    at: int
    line: str


class Branch(TypedDict):
    """A saved line."""

    id: str
    name: str
    at: int
    line: str
    kept_at: str
