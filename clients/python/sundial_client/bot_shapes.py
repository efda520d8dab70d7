"""Types of Sundial's responses about bots."""

from __future__ import annotations

from typing import Literal, TypedDict

from sundial_client.player_shapes import Reliability, Results, SeatResults
from sundial_client.shapes import PoolRating

Accepts = Literal["everyone", "owner", "accounts"]
"""People who may invite a bot, beside its owner."""


class BotGame(TypedDict, total=False):
    """A bot's numbers of seats and values of options in a game; an empty list allows any."""

    seats: list[int]
    options: dict[str, list[str]]


class Manifest(TypedDict, total=False):
    """A bot's self-description; omitted members stay, or have the defaults of docs/bots.md."""

    description: str
    homepage: str | None
    author: str | None
    games: dict[str, BotGame]
    seconds_per_move: int
    at_once: int
    accepts: Accepts
    accounts: list[str]
    auto_accept: bool
    auto_agree: bool


class BotChange(Manifest, total=False):
    """Changes of a manifest; a paused bot cannot be invited."""

    paused: bool


class Bot(TypedDict):
    """A bot and its manifest; `accounts` is visible to its owner and itself."""

    name: str
    owner: str
    description: str
    homepage: str | None
    author: str | None
    games: dict[str, BotGame]
    seconds_per_move: int
    at_once: int
    accepts: Accepts
    accounts: list[str] | None
    auto_accept: bool
    auto_agree: bool
    games_under_way: int
    free: bool
    last_seen_at: str | None
    missed_turns: int
    paused_at: str | None
    paused_by: str | None
    retired_at: str | None
    created_at: str
    ratings: list[PoolRating] | None


class BotProfile(Bot):
    """A bot, and its public record; None where its owner keeps it private."""

    results: list[Results] | None
    results_by_seats: list[SeatResults] | None
    reliability: Reliability | None
    median_answer_seconds: int | None


class BotSearch(TypedDict, total=False):
    """Filter for bots."""

    ruleset: str
    free: bool
    mine: bool
    q: str


class Heartbeat(TypedDict):
    """Current state of a bot."""

    last_seen_at: str
    paused_at: str | None
