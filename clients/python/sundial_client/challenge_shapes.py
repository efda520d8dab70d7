"""Types of challenges."""

from __future__ import annotations

from typing import Literal, TypedDict

from sundial_client.shapes import Fast

ChallengeState = Literal["waiting", "asking", "playing", "nobody", "withdrawn"]
"""State of a challenge: anybody can accept it, somebody is asked, they play, no bot accepted, or you deleted it."""


class Opponent(TypedDict, total=False):
    """The player you challenge: exactly one of these members."""

    anybody: Literal[True]
    bot: Literal[True]
    account: str
    ai: int


class NewChallenge(TypedDict, total=False):
    """Terms of a challenge; by default any game that a free bot plays, with the fewest seats."""

    ruleset: str | None
    options: dict[str, str]
    days_per_move: int | None
    least_days: int
    most_days: int
    fast: Fast | None
    rated: bool
    rating_from: int | None
    rating_to: int | None
    at_once: int
    seats: int | None
    level: int
    visibility: Literal["private", "public"]


class ChallengerRating(TypedDict):
    """A rating: 19 times in 20, the player's strength is within `value` ± `uncertainty`."""

    value: int
    uncertainty: int
    provisional: bool


class TermsOfChallenge(TypedDict):
    """A challenge and its terms."""

    id: str
    player: str
    ruleset: str
    options: dict[str, str]
    least_days: int
    most_days: int
    fast: Fast | None
    rated: bool
    rating_from: int | None
    rating_to: int | None
    at_once: int
    created_at: str


class Challenge(TermsOfChallenge):
    """A challenge in the lobby, and the rating of its player."""

    rating: ChallengerRating | None


class OwnChallenge(TermsOfChallenge):
    """A challenge of yours, its games under way, and whether it is hidden because you were late in one.

    `opponent` is the bot or player who is asked, or plays; `answer_until` is for bots.
    """

    state: ChallengeState
    games: int
    rests: bool
    game_id: str | None
    opponent: str | None
    asked: int
    answer_until: str | None
