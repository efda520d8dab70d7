"""Types of Sundial's responses about matches."""

from __future__ import annotations

from typing import TypedDict

from sundial_client.shapes import GameStatus, GameSummary
from sundial_client.table_shapes import NewTable


class NewMatch(NewTable, total=False):
    """Options of a match beside ruleset and seats."""

    simultaneous: bool


class MatchPlace(TypedDict):
    """A player of a match; `place` is 0 or 1, in the order of invitation to the first game."""

    place: int
    account: str | None
    display_name: str | None
    invited: str | None
    ai: int | None
    you: bool


class MatchSummary(TypedDict):
    """A match without its games. `totals` and `winner` are by place; `standing` is a sentence."""

    id: str
    ruleset: str
    options: dict[str, str]
    simultaneous: bool
    status: GameStatus
    places: list[MatchPlace]
    totals: list[int]
    winner: int | None
    ended_by: str | None
    commitments: list[str]
    standing: str
    created_at: str
    finished_at: str | None
    links: dict[str, str]


class Match(MatchSummary):
    """A match with its games, in the order of their rounds."""

    games: list[GameSummary]
