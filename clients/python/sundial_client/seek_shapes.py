"""Wishes to play any bot now, as they are made and shown."""

from __future__ import annotations

from typing import Literal, TypedDict

SeekState = Literal["asking", "playing", "nobody", "withdrawn"]
"""Whether a bot is asked, plays, or none took the seat, or you have called it off."""


class NewSeek(TypedDict, total=False):
    """What may be said of the game that you want; any game with as few seats as can be if nothing is."""

    ruleset: str | None
    options: dict[str, str]
    seats: int | None
    level: int
    days_per_move: int
    visibility: Literal["private", "public"]


class Seek(TypedDict):
    """A game with any bot that is free: who is asked until when, or plays."""

    id: str
    state: SeekState
    game_id: str
    ruleset: str
    bot: str | None
    asked: int
    answer_until: str | None
    created_at: str
