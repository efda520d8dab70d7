"""Points of a tournament's games, counted in half points: two for each opponent beaten, one for each equalled."""

from __future__ import annotations

from collections.abc import Sequence

from service.models import Game, GameSeat


def points_of_game(game: Game) -> list[int]:
    """Return the points of each seat of a finished game.

    The winners share the first place, and the others follow by their scores. Last are those who have left the game.
    """
    ranks = [_rank(game, seat) for seat in sorted(game.seats, key=lambda seat: seat.number)]
    return [sum(_points(mine, other) for n, other in enumerate(ranks) if n != at) for at, mine in enumerate(ranks)]


def points_of_absence(present: Sequence[bool]) -> list[int]:
    """Return the points where a game cannot begin: whoever is present beats each absent player."""
    return [sum(_points(mine, other) for n, other in enumerate(present) if n != at) if mine else 0 for at, mine in enumerate(present)]


def _points(mine: tuple[bool, bool, int] | bool, other: tuple[bool, bool, int] | bool) -> int:
    return 2 if mine > other else int(mine == other)


def _rank(game: Game, seat: GameSeat) -> tuple[bool, bool, int]:
    """Return what is higher for the better of two seats, and equal for equal ones."""
    has_stayed, has_won = seat.left_by is None, seat.number in (game.winners or ())
    score = game.scores[seat.number] if game.scores and has_stayed and not has_won else 0
    return has_stayed, has_won, score
