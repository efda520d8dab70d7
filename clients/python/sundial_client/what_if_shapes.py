"""What lines of moves that nobody has made look like, and the branches that are kept of them."""

from __future__ import annotations

from typing import Any, TypedDict


class SupposedMove(TypedDict):
    """A move of a line: whose it would be (-1 for the dice), and what it would do, in words."""

    seat: int
    move: str
    told: list[str]


class Outcome(TypedDict):
    """What dice may show."""

    action: str
    probability: float


class Supposed(TypedDict):
    """Where a line leads, and what could come next there."""

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
    """What can be changed of a branch."""

    name: str
    at: int
    line: str


class Branch(TypedDict):
    """A line that you keep."""

    id: str
    name: str
    at: int
    line: str
    kept_at: str
