"""Types of events."""

from __future__ import annotations

from typing import TypedDict


class EventData(TypedDict, total=False):
    """Data of an event; openapi.yaml lists the members by type."""

    seat: int | None
    deadline: str | None
    place: int
    move: str
    mail: str
    status: str | None
    id: str
    what: str
    first: int
    message: int
    text: str
    to: int | None
    quick: str | None
    ended_by: str
    winners: list[int]
    scores: list[int] | None
    declined_for: str | None
    reason: str
    match: str
    winner: int | None
    totals: list[int]
    series: str
    wins: list[int]
    state: str
    challenge: str
    tournament: str
    round: int
    note: str
    vacations: list[str]
    level: int
    positions: list[int]


class Event(TypedDict):
    """An event. Ignore types that you do not know."""

    id: int
    type: str
    at: str
    game: str | None
    ruleset: str | None
    version: int | None
    your_seat: int | None
    data: EventData


class Events(TypedDict):
    """Events in order, and the id to continue from."""

    events: list[Event]
    next: int
