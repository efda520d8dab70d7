"""Moves of those who are known by their account: programs by a token, people who have signed in."""

from __future__ import annotations

from datetime import datetime

from service.core.db import rehearsed
from service.core.errors import Forbidden, NotFound
from service.models import Game, GameSeat, Visibility
from service.play.moves import Result, play_move
from service.play.seating import Precondition, lock_game, unconditional


def move_by_account(
    game_id: str,
    account_id: int,
    *,
    version: int,
    move: str,
    now: datetime,
    precondition: Precondition = unconditional,
) -> Result:
    """Lock the game and play for the account's seat, as `play_move` does; NotFound, or Forbidden `not-a-player`.

    Who has given up the seat plays no more, but what they have played is answered as at first when it is sent again.
    """

    def play() -> Result:
        game = lock_game(game_id)
        seat = _seat(game, account_id)

        def still_plays(_: Game) -> None:
            if seat.left_by is not None:
                raise Forbidden("not-a-player")
            precondition(game)

        return play_move(game, seat=seat.number, version=version, move=move, now=now, precondition=still_plays)

    return rehearsed(play)


def _seat(game: Game, account_id: int) -> GameSeat:
    for seat in game.seats:
        if seat.account_id == account_id:
            return seat
    if game.visibility == Visibility.PRIVATE:
        raise NotFound
    raise Forbidden("not-a-player")
