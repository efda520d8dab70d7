"""Challenges to anybody, as they are made and shown."""

from __future__ import annotations

from typing import TypedDict

from sundial_client.shapes import Fast


class NewChallenge(TypedDict, total=False):
    """What may be said of a challenge beside its ruleset."""

    options: dict[str, str]
    least_days: int
    most_days: int
    fast: Fast | None
    at_once: int


class Challenge(TypedDict):
    """A game that somebody plays with whoever takes it up."""

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
    """One of yours: how many of its games go on, and whether it rests because you were late in one."""

    games: int
    rests: bool


class MadeChallenge(OwnChallenge):
    """One that you have just made, and the game that began at once, if another fits."""

    game_id: str | None
