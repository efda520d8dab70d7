"""What Sundial answers about bots."""

from __future__ import annotations

from typing import Literal, TypedDict

from sundial_client.player_shapes import Reliability, Results

Accepts = Literal["everyone", "owner", "accounts"]
"""Who may invite a bot, beside its owner."""


class BotGame(TypedDict, total=False):
    """How a bot plays a game: with how many seats, and with which values of which options; what is empty may be any."""

    seats: list[int]
    options: dict[str, list[str]]


class Manifest(TypedDict, total=False):
    """What others can expect of a bot; what is left out stays, or is as docs/bots.md says."""

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
    """What to change of a manifest; while it is paused, a bot is not invited."""

    paused: bool


class Bot(TypedDict):
    """A bot and its manifest; `accounts` is for its owner and itself."""

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


class BotProfile(Bot):
    """A bot, and how it has played in public; null stands for what its owner keeps to themselves."""

    results: list[Results] | None
    reliability: Reliability | None
    median_answer_seconds: int | None


class BotSearch(TypedDict, total=False):
    """Which bots to list."""

    ruleset: str
    free: bool
    mine: bool
    q: str


class Heartbeat(TypedDict):
    """What is known of a bot now."""

    last_seen_at: str
    paused_at: str | None
