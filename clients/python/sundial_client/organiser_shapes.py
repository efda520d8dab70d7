"""Types of organisers and their batches of games."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from sundial_client.shapes import GameSummary


class Organiser(TypedDict):
    """An organiser who may seat you in games."""

    name: str
    created_at: str


class BatchGame(TypedDict):
    """A game of a batch, with its players in the order of play; openapi.yaml lists the other terms."""

    ruleset: str
    players: list[str]
    options: NotRequired[dict[str, str]]
    days_per_move: NotRequired[int]
    clock: NotRequired[dict[str, Any]]
    on_timeout: NotRequired[str]
    stand_in_level: NotRequired[int | None]
    grace_minutes: NotRequired[int | None]
    visibility: NotRequired[str]
    rated: NotRequired[bool]


class MadeBatch(TypedDict):
    """A batch that you have just created, with the ids of its games in your order."""

    id: str
    created_at: str
    game_ids: list[str]


class Batch(MadeBatch):
    """A batch and the state of its games."""

    games: list[GameSummary]
