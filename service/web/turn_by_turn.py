"""A game turn by turn: the moves of each, the position after it, and links to the turns around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

from flask import request

import rules
from rules import CHANCE, AnyPosition, Seat
from rules.canvas import SeatLook
from service.language.errors import NotFound
from service.models import Game
from service.play.positions import position_of
from service.presentation.names import names_at
from service.presentation.points import points_at
from service.web.cache import drawn_once
from service.web.formats import number_in
from service.web.tables import Entry, Player, players, whole_story


@dataclass(frozen=True)
class PlayedTurn:
    """A complete move of a seat with the dice rolled after it. Turn 0 is what was rolled before the first move."""

    number: int
    entries: Sequence[Entry]

    @property
    def seat(self) -> Seat:
        """The seat that moved."""
        return self.entries[0].seat

    @property
    def who(self) -> str:
        """The name of the player who moved."""
        return self.entries[0].who

    @property
    def look(self) -> SeatLook | None:
        """Letter and colour of the seat that moved; None for the dice."""
        return self.entries[0].look

    @property
    def end(self) -> int:
        """The length of the log after it."""
        return self.entries[-1].at


@dataclass(frozen=True)
class Stop:
    """A place in a game: its turn of how many, and the log lengths of the turns before and after it."""

    at: int
    number: int
    last: int
    first_at: int
    back: int | None
    on: int | None


def turns_of(game: Game) -> list[PlayedTurn]:
    """Return the turns of a game that has started, in order."""
    return drawn_once("turns", game, game.log_length, lambda: _turns(game), *names_at(game))


def _turns(game: Game) -> list[PlayedTurn]:
    moves = [list(entries) for _, entries in groupby(whole_story(game), key=attrgetter("version"))]
    first = int(bool(moves) and moves[0][0].seat != CHANCE)
    return [PlayedTurn(number, entries) for number, entries in enumerate(moves, first)]


def stop_at(turns: Sequence[PlayedTurn], at: int) -> Stop:
    """Find the turn after `at` entries of the log."""
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
    """Read the requested log length; None for the current position. Raises NotFound `no-such-position`."""
    asked = request.args.get("at")
    at = None if asked is None else number_in(asked, digits=6)
    if at is None and asked is not None:
        raise NotFound("no-such-position")
    return at


def players_then(game: Game, your_seat: Seat | None, at: int) -> list[Player]:
    """List the players with points and turn after `at` entries of the log."""
    winners = game.winners or () if at == game.log_length else ()
    return players_in(game, your_seat, position_of(game, at), winners)


def players_in(game: Game, your_seat: Seat | None, position: AnyPosition, winners: Sequence[Seat]) -> list[Player]:
    """List the players with the points and turn of a position, and these winners."""
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
