"""Types of public players."""

from __future__ import annotations

from typing import TypedDict

from sundial_client.shapes import PoolRating, Rating


class Results(TypedDict):
    """Results in games of one ruleset."""

    ruleset: str
    played: int
    won: int
    shared: int
    lost: int


class SeatResults(Results):
    """Results in games of one ruleset with the same number of players."""

    seats: int


class RatingPoint(TypedDict):
    """A rating after a game."""

    at: str
    value: int
    uncertainty: int
    provisional: bool


class RatingCurve(TypedDict):
    """A rating over time."""

    pool: str
    points: list[RatingPoint]


class RatingHistory(TypedDict):
    """The ratings of a player over time; None if they hide them."""

    curves: list[RatingCurve] | None


class Reliability(TypedDict):
    """Reliability of a player."""

    games_begun: int
    under_way: int
    finished: int
    resigned: int
    out_of_time: int
    moves_in_time: int
    moves_missed: int


class Leader(TypedDict):
    """A player of a leaders' list: an account, or the computer at a level."""

    place: int
    account: str | None
    display_name: str | None
    bot: bool
    ai: int | None
    rating: Rating


class Leaders(TypedDict):
    """The best players of a pool."""

    pool: str
    leaders: list[Leader]


class Player(TypedDict):
    """A person or a bot; None for what they keep private."""

    name: str
    display_name: str
    bot: bool
    page: str
    since: str | None
    results: list[Results] | None
    reliability: Reliability | None
    results_by_seats: list[SeatResults] | None
    with_you: list[Results] | None
    ratings: list[PoolRating] | None
