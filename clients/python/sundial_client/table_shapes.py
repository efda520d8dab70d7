"""Types for new games and matches."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from sundial_client.series_shapes import SeriesWish
from sundial_client.shapes import Bank, Fast, OnTimeout


class NewClock(TypedDict, total=False):
    """Time control of a new game; omitted members have defaults."""

    bank: Bank | None
    weekends_off: bool
    nights_off: bool
    vacations: bool
    fast: Fast | None


class SeatWish(TypedDict, total=False):
    """Player for a seat: exactly one of these, and `contributes` only beside `me`."""

    me: Literal[True]
    contributes: Literal[True]
    email: str
    account: str
    ai: int
    open: Literal[True]
    beside: str


class NewTable(TypedDict, total=False):
    """Options of a game or a match beside ruleset and seats."""

    options: dict[str, str]
    shuffle_seats: bool
    days_per_move: int
    clock: NewClock
    on_timeout: OnTimeout
    stand_in_level: int | None
    grace_minutes: int | None
    layout: dict[str, Any] | None
    visibility: Literal["private", "public"]
    rated: bool
    contribution: str | None
    beacon_minutes: int | None


class NewGame(NewTable, total=False):
    """Options of a game beside ruleset and seats."""

    series: SeriesWish | None
