"""Start games whose dice wait for a public beacon, with its value or in the end without."""

from __future__ import annotations

from datetime import datetime

from service.beacon.promises import give_up, take_in
from service.db.engines import transaction
from service.models import Account, Game, GameStatus
from service.play.open_seats import check_inviting, hosted_game
from service.play.seating import Precondition, lock_game, unconditional
from service.play.turns import begin_if_complete


def bring(game_id: str, signature: str, now: datetime) -> bool:
    """Mix a verified beacon round into a game's dice, and start the game if nothing else is missing.

    Return False if this has been done already, or the game no longer waits.
    """
    with transaction():
        game = lock_game(game_id)
        if game.status != GameStatus.INVITING or not take_in(game, signature):
            return False
        begin_if_complete(game, now)
        return True


def begin_without_beacon(
    game_id: str, host: Account, now: datetime, precondition: Precondition = unconditional
) -> Game:
    """Start a game without its beacon, which does not answer. Idempotent.

    Refused as `hosted_game` and `give_up`; Conflict `game-started`, `game-over`.
    """
    with transaction():
        hosted_game(game_id, host)
        game = lock_game(game_id)
        if game.beacon is not None and game.beacon["given_up_at"] is not None:
            return game
        precondition(game)
        check_inviting(game)
        give_up(game, now)
        begin_if_complete(game, now)
        return game
