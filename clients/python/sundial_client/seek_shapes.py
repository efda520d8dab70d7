"""Types of requests to play any free bot."""

from __future__ import annotations

from typing import Literal, TypedDict

SeekState = Literal["asking", "playing", "nobody", "withdrawn"]
"""State of a seek: a bot is asked, it plays, none accepted, or you withdrew it."""


class NewSeek(TypedDict, total=False):
    """Options of the game; by default any game with the fewest seats."""

    ruleset: str | None
    options: dict[str, str]
    seats: int | None
    level: int
    days_per_move: int
    visibility: Literal["private", "public"]


class Seek(TypedDict):
    """A game with any free bot: the bot asked, and until when, or the one that plays."""

    id: str
    state: SeekState
    game_id: str
    ruleset: str
    bot: str | None
    asked: int
    answer_until: str | None
    created_at: str
