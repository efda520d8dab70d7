"""A game turn by turn: what was done in each, how the table stood after it, and the way to the turns around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

from flask import request

import rules
from rules import CHANCE, AnyPosition, Seat
from rules.canvas import SeatLook
from service.core.errors import NotFound
from service.models import Game
from service.play.positions import position_of
from service.telling.names import names_at
from service.telling.points import points_at
from service.web.cache import drawn_once
from service.web.formats import number_in
from service.web.tables import Entry, Player, players, whole_story


@dataclass(frozen=True)
class PlayedTurn:
    """A whole move of a seat, and what the dice brought after it. Turn 0 is what was rolled before the first."""

    number: int
    entries: Sequence[Entry]

    @property
    def seat(self) -> Seat:
        """The seat that has moved."""
        return self.entries[0].seat

    @property
    def who(self) -> str:
        """Who played it."""
        return self.entries[0].who

    @property
    def look(self) -> SeatLook | None:
        """Letter and colour of whoever played it; None for the dice."""
        return self.entries[0].look

    @property
    def end(self) -> int:
        """The length of the log after it."""
        return self.entries[-1].at


@dataclass(frozen=True)
class Stop:
    """A place in a game: in which turn of how many, and the lengths of the log at the turns before and after it."""

    at: int
    number: int
    last: int
    first_at: int
    back: int | None
    on: int | None


def turns_of(game: Game) -> list[PlayedTurn]:
    """The turns of a game that has begun, in order."""
    return drawn_once("turns", game, game.log_length, lambda: _turns(game), *names_at(game))


def _turns(game: Game) -> list[PlayedTurn]:
    moves = [list(entries) for _, entries in groupby(whole_story(game), key=attrgetter("version"))]
    first = int(bool(moves) and moves[0][0].seat != CHANCE)
    return [PlayedTurn(number, entries) for number, entries in enumerate(moves, first)]


def stop_at(turns: Sequence[PlayedTurn], at: int) -> Stop:
    """Where the game has come to after `at` entries of its log."""
    played = [turn for turn in turns if turn.number]
    first_at = turns[0].end if turns and not turns[0].number else 0
    ends = [first_at, *(turn.end for turn in played)]
    return Stop(
        at=at,
        number=next((turn.number for turn in played if first_at < at <= turn.end), 0),
        last=len(played),
        first_at=first_at,
        back=max((end for end in ends if end < at), default=None),
        on=min((end for end in ends if end > at), default=None),
    )


def place_asked_for() -> int | None:
    """The length of the log at which the game is to be shown; None for as it stands, NotFound `no-such-position`."""
    asked = request.args.get("at")
    at = None if asked is None else number_in(asked, digits=6)
    if at is None and asked is not None:
        raise NotFound("no-such-position")
    return at


def players_then(game: Game, your_seat: Seat | None, at: int) -> list[Player]:
    """Everybody at the table with the points and the turn as they were after `at` entries of the log."""
    winners = game.winners or () if at == game.log_length else ()
    return players_in(game, your_seat, position_of(game, at), winners)


def players_in(game: Game, your_seat: Seat | None, position: AnyPosition, winners: Sequence[Seat]) -> list[Player]:
    """Everybody at the table with the points and the turn as a position has them, and who has won."""
    points, to_move = points_at(rules.game(game.ruleset), position), position.current_player()
    return [
        replace(
            player,
            score=points[player.seat.number] if points is not None else None,
            has_move=player.seat.number == to_move,
            has_won=player.seat.number in winners,
        )
        for player in players(game, your_seat)
    ]
