"""What players look like to anybody."""

from __future__ import annotations

from typing import TypedDict


class Results(TypedDict):
    """How games of one ruleset have ended."""

    ruleset: str
    played: int
    won: int
    shared: int
    lost: int


class Reliability(TypedDict):
    """What others can rely on."""

    games_begun: int
    under_way: int
    finished: int
    resigned: int
    out_of_time: int
    moves_in_time: int
    moves_missed: int


class Player(TypedDict):
    """A person or a bot; null stands for what they keep to themselves."""

    name: str
    bot: bool
    page: str
    since: str | None
    results: list[Results] | None
    reliability: Reliability | None
