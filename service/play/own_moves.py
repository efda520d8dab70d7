"""Moves of those who are known by their account: programs by a token, people who have signed in."""

from __future__ import annotations

from datetime import datetime

from service.core.errors import Forbidden
from service.models import Account, Game
from service.play.games import game_seen_by, seat_number
from service.play.moves import accept_move
from service.play.preconditions import Precondition, unconditional
from service.play.results import Result
from service.play.turns import seat_of


def move_by_account(
    game_id: str,
    account: Account,
    *,
    version: int,
    move: str,
    now: datetime,
    precondition: Precondition = unconditional,
) -> Result:
    """Play for the account's seat, as `accept_move` does; NotFound, or Forbidden `not-a-player`.

    Who has given up the seat plays no more, but what they have played is answered as at first when it is sent again.
    """
    number = seat_number(game_seen_by(game_id, account), account)
    if number is None:
        raise Forbidden("not-a-player")

    def still_plays(game: Game) -> None:
        seat = seat_of(game, number)
        if seat.account_id != account.id or seat.left_by is not None:
            raise Forbidden("not-a-player")
        precondition(game)

    return accept_move(game_id, seat=number, version=version, move=move, now=now, precondition=still_plays)
