"""What the wishes of a player for a game look like: plans, moves taken back, draws."""

from __future__ import annotations

from typing import Literal, TypedDict


class PlanEnd(TypedDict):
    """Why a plan has ended, and what the others have played."""

    why: Literal["unforeseen", "nothing-legal", "taken-back"]
    played: str


class Plan(TypedDict):
    """What your seat plays when its turn comes; `text` is empty if there is none."""

    text: str
    turns_left: int
    plays_only_moves: bool
    waits: bool
    set_at: str | None
    ended: PlanEnd | None


class Proposed(TypedDict):
    """What is proposed at a table; it is off once anybody plays."""

    id: str
    what: Literal["takeback", "draw"]
    seat: int
    agreed: list[int]
    asked: list[int]


class Proposal(TypedDict):
    """What is proposed, and what you may propose."""

    proposal: Proposed | None
    can_take_back: bool
    alone_until: str | None
    can_draw: bool
