"""A game turn by turn: the moves of each, the position after it, and links to the turns around it."""

from __future__ import annotations

from bisect import bisect
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
from service.play.positions import log_of, position_of
from service.presentation.names import names_at
from service.presentation.points import points_at
from service.web.boards import Board, board
from service.web.cache import drawn_once
from service.web.formats import number_in
from service.web.tables import Entry, Player, players, whole_story

STEPS_AROUND = 11
"""Places that a page keeps in each direction, the shown one included: it asks again after ten steps."""


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


@dataclass(frozen=True)
class StepView:
    """What a page shows of a past place in a game; pages keep some to step without a request for each."""

    stop: Stop
    board: Board
    seated: Sequence[Player]


def turns_of(game: Game) -> list[PlayedTurn]:
    """Return the turns of a game that has started, in order."""
    return drawn_once("turns", game, game.log_length, lambda: _turns(game), *names_at(game))


def _turns(game: Game) -> list[PlayedTurn]:
    """Group the log by moves; an undo belongs to the move after it, or to the one before while there is none."""
    undos = {entry.number + 1 for entry in log_of(game) if rules.taken_back(entry.action) is not None}
    moves: list[list[Entry]] = []
    begun: list[Entry] = []
    for _, entries in groupby(whole_story(game), key=attrgetter("version")):
        begun += entries
        if begun[-1].at not in undos:
            moves.append(begun)
            begun = []
    if moves:
        moves[-1].extend(begun)
    first = int(bool(moves) and moves[0][0].seat != CHANCE)
    return [PlayedTurn(number, entries) for number, entries in enumerate(moves, first)]


def stop_at(turns: Sequence[PlayedTurn], at: int) -> Stop:
    """Find the turn after `at` entries of the log."""
    played = [turn for turn in turns if turn.number]
    first_at, *_ = ends = _ends(turns)
    return Stop(
        at=at,
        number=next((turn.number for turn in played if first_at < at <= turn.end), 0),
        last=len(played),
        first_at=first_at,
        back=max((end for end in ends if end < at), default=None),
        on=min((end for end in ends if end > at), default=None),
    )


def _ends(turns: Sequence[PlayedTurn]) -> list[int]:
    """Return the log lengths at the start of a game and after each turn."""
    first_at = turns[0].end if turns and not turns[0].number else 0
    return [first_at, *(turn.end for turn in turns if turn.number)]


def steps_around(game: Game, your_seat: Seat | None, turns: Sequence[PlayedTurn], stop: Stop) -> list[StepView]:
    """Return the places some turns before and after a stop, without the last, if the request wants them."""
    if "around" not in request.args:
        return []
    *past, _ = _ends(turns)
    here = bisect(past, stop.at)
    near = past[max(here - STEPS_AROUND, 0) : here + STEPS_AROUND]
    return [StepView(stop_at(turns, at), board(game, at), players_then(game, your_seat, at)) for at in near]


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
