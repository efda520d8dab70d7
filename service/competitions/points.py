"""Points of a tournament's games, counted in half points: two for each opponent beaten, one for each equalled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from service.models import Game, GameSeat

Rank: TypeAlias = tuple[bool, bool, int]


def points_of_game(game: Game) -> list[int]:
    """Return the points of each seat of a finished game.

    The winners share the first place, and the others follow by their scores. Last are those who have left the game.
    Their seats are the computer's: in tournaments nobody takes over.
    """
    return _points([_rank(game, seat) for seat in sorted(game.seats, key=lambda seat: seat.number)])


def points_of_absence(present: Sequence[bool]) -> list[int]:
    """Return the points where a game cannot begin: each present player beats each absent one."""
    points = _points([(is_here, False, 0) for is_here in present])
    return [each if is_here else 0 for each, is_here in zip(points, present, strict=True)]


def points_of_places(places: Sequence[int]) -> list[int]:
    """Return the points by places, of which 1 is the best; equals share theirs."""
    return _points([(True, False, -place) for place in places])


def _points(ranks: Sequence[Rank]) -> list[int]:
    return [sum((mine > other) + (mine >= other) for other in ranks) - 1 for mine in ranks]


def _rank(game: Game, seat: GameSeat) -> Rank:
    """Return what is higher for the better of two seats, and equal for equal ones."""
    has_stayed = seat.left_by is None
    has_won = seat.number in (game.winners or ())
    score = game.scores[seat.number] if game.scores and has_stayed and not has_won else 0
    return has_stayed, has_won, score
