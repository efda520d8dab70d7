"""The way on from a game in which one waits: to the most urgent of those in which it is one's turn."""

from __future__ import annotations

from dataclasses import dataclass

from service.models import Account, GameStatus
from service.play.game_search import GameQuery, count_own_games, most_urgent
from service.web.frame.blueprints import pages
from service.web.frame.identity import viewer

TO_MOVE = GameQuery(status=GameStatus.ACTIVE, to_move=True)
"""The games in which it is one's turn."""


@dataclass(frozen=True)
class NextGame:
    """The id of the game to go to, and in how many it is one's turn."""

    game_id: str
    number: int


def next_game(account: Account | None) -> NextGame | None:
    """Where it is the account's turn; None if it is nowhere."""
    found = None if account is None else most_urgent(account, TO_MOVE)
    return None if found is None else NextGame(*found)


@pages.app_template_global()
def number_to_move() -> int:
    """In how many games it is the turn of whoever is signed in; none of strangers'."""
    account = viewer()
    return count_own_games(account, TO_MOVE) if account else 0
