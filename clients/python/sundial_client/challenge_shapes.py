"""Types of challenges to anybody."""

from __future__ import annotations

from typing import TypedDict

from sundial_client.shapes import Fast


class NewChallenge(TypedDict, total=False):
    """Options of a challenge beside its ruleset."""

    options: dict[str, str]
    least_days: int
    most_days: int
    fast: Fast | None
    at_once: int


class Challenge(TypedDict):
    """A game offered to anybody who accepts it."""

    id: str
    player: str
    ruleset: str
    options: dict[str, str]
    least_days: int
    most_days: int
    fast: Fast | None
    at_once: int
    created_at: str


class OwnChallenge(Challenge):
    """A challenge of yours: its number of games under way, and whether it is suspended because you were late in one."""

    games: int
    rests: bool


class MadeChallenge(OwnChallenge):
    """A challenge that you have just created, and the game that began at once, if another one matches."""

    game_id: str | None
