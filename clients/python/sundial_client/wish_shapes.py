"""Types of conditional moves, undo and draws."""

from __future__ import annotations

from typing import Literal, TypedDict


class PlanEnd(TypedDict):
    """Reason why conditional moves ended, and the opponent's move."""

    why: Literal["unforeseen", "nothing-legal", "taken-back"]
    played: str


class Plan(TypedDict):
    """Conditional moves of your seat; `text` is empty if there are none."""

    text: str
    turns_left: int
    plays_only_moves: bool
    waits: bool
    set_at: str | None
    ended: PlanEnd | None


class Proposed(TypedDict):
    """A proposal in a game; any move ends it."""

    id: str
    what: Literal["takeback", "draw"]
    seat: int
    agreed: list[int]
    asked: list[int]


class Proposal(TypedDict):
    """The open proposal, and the proposals open to you."""

    proposal: Proposed | None
    can_take_back: bool
    alone_until: str | None
    can_draw: bool
