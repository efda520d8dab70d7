"""Event loop of a bot: all games in which it is its turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Protocol, Unpack

from sundial_client.failures import Problem
from sundial_client.shapes import Game, GameSummary, Search

WAKING = ("turn.started", "game.invited")
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)
"""Statuses of a game or turn that no longer exists: a cancelled game, a played turn."""


class Table(Protocol):
    """The client's methods used here."""

    def latest_event(self) -> int: ...
    def wait(self, after: int, types: Sequence[str] = ()) -> int: ...
    def games(self, **search: Unpack[Search]) -> Iterator[GameSummary]: ...
    def game(self, game: str) -> Game: ...
    def join(self, game: str) -> Game: ...


def turns(table: Table) -> Iterator[Game]:
    """Yield every game in which it is your turn, for ever.

    Events only wake the loop; the games decide what to do. So a late start misses nothing, and a turn that was not
    played comes again.
    """
    after = table.latest_event()
    while True:
        yield from open_turns(table)
        after = table.wait(after, WAKING)


def open_turns(table: Table) -> Iterator[Game]:
    """Accept every invitation, then yield every game in which it is your turn."""
    _accept_invitations(table)
    for summary in list(table.games(to_move=True, status="active")):
        game = table.game(summary["id"])
        if game["status"] == "active" and game["to_move"] == game["your_seat"]:
            yield game


def _accept_invitations(table: Table) -> None:
    for game in list(table.games(mine=True, status="inviting")):
        if any(seat["you"] and seat["state"] == "invited" for seat in game["seats"]):
            _join(table, game["id"])


def _join(table: Table, game: str) -> None:
    try:
        table.join(game)
    except Problem as refusal:
        if refusal.status not in GONE:
            raise
