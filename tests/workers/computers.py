"""Games with the computer at the table."""

from __future__ import annotations

from service.db import clock
from service.models import Account, Visibility
from service.play.games import NewGame, SeatWish, create_game


def computer_to_move(person: Account, *levels: int) -> str:
    """Create a game of Seasons that the computer starts: a seat for each level, by default one, then a person."""
    seats = [*(SeatWish(ai=level) for level in levels or (1,)), SeatWish(me=True)]
    wish = NewGame(ruleset="seasons", seats=seats, shuffle_seats=False, visibility=Visibility.PRIVATE)
    return create_game(person, wish, clock.now()).id
