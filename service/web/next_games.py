"""The way on from a game in which one waits: to the most urgent of those in which it is one's turn."""

from __future__ import annotations

from dataclasses import dataclass

from service.models import Account, Game, GameStatus
from service.play.game_search import GameQuery, SortOrder, count_own_games, find_games

TO_MOVE = GameQuery(status=GameStatus.ACTIVE, to_move=True, order=SortOrder.DEADLINE, limit=1)
"""The games in which it is one's turn; of these the one whose deadline is next."""


@dataclass(frozen=True)
class NextGame:
    """The game to go to, and in how many it is one's turn."""

    game: Game
    number: int


def next_game(account: Account | None) -> NextGame | None:
    """Where it is the account's turn; None if it is nowhere."""
    number = 0 if account is None else count_own_games(account, TO_MOVE)
    [*found], _ = find_games(account, TO_MOVE) if number else ([], False)
    return NextGame(found[0], number) if found else None
