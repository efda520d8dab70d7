"""What follows when somebody gives up their seat: worked out, and changed by nobody until it is done in `turns`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import rules
from rules import Seat
from service.models import Game, GameSeat, GameStatus
from service.play.course import rounds
from service.play.course.series import Series, series_after, series_of

STAND_IN_LEVEL = 3
"""The level at which the computer plays on for somebody, unless the table has agreed on another."""


@dataclass(frozen=True)
class Consequences:
    """What follows for a game, and for its match and series.

    `winners` are None where the game goes on or never begins. The computer plays the seat on at `level`; None where
    nobody does. The seat is given up in all of `games`.
    """

    game: Game
    seat: GameSeat
    is_over: bool
    winners: Sequence[Seat] | None
    level: int | None
    games: Sequence[Game]
    series: Series | None


def stand_in_level(game: Game) -> int:
    """The level at which the computer plays on in place of somebody."""
    return game.stand_in_level or STAND_IN_LEVEL


def winners_without(game: Game, seat: GameSeat) -> list[Seat] | None:
    """Who wins a game under way if the seat is given up: of those who stay the best by the points on the board.

    Nobody does where all play together. None where the game goes on, because others are still at it.
    """
    staying = [other for other in game.seats if other.left_by is None and other is not seat]
    if len(staying) > 1 and any(other.is_played_by_a_person for other in staying):
        return None
    if rules.game(game.ruleset).cooperative or not staying or game.scores is None:
        return []
    points = {other.number: game.scores[other.number] for other in staying}
    return sorted(number for number, score in points.items() if score == max(points.values()))


def consequences(game: Game, seat: GameSeat) -> Consequences:
    """What follows if the seat is given up now; of one that was given up already, how it is."""
    if game.status == GameStatus.INVITING:
        is_called_off = not seat.for_anybody
        return Consequences(game, seat, is_called_off, None, None, [game], series_of(game))
    if seat.left_by is not None:
        is_over = game.status != GameStatus.ACTIVE
        return Consequences(game, seat, is_over, game.winners, seat.ai_level, [], series_of(game))
    winners = winners_without(game, seat)
    games = [game, *(other for other, _ in rounds.also_given_up(game, seat) if other is not game)]
    if winners is None:
        return Consequences(game, seat, False, None, stand_in_level(game), games, series_of(game))  # noqa: FBT003
    return Consequences(game, seat, True, winners, None, games, series_after(game, winners))  # noqa: FBT003
