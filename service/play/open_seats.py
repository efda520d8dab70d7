"""Open seats: whether there is one to take, and the key by which those of a private game are taken.

Whoever has set the game up gives the key to whom they like. It is computed from the secret key and a salt of the game,
so no table holds it. It is good as long as there is an open seat; withdrawn or renewed, the one before opens nothing.
"""

from __future__ import annotations

import hmac

from sqlalchemy import select

from service.core.db import session, transaction
from service.core.errors import Conflict, Forbidden
from service.core.key_ring import KeyGone, carried_over_if_known, key_ring, new_salt
from service.core.keys import JOIN, join_key
from service.models import Account, Game, GameSeat, GameStatus, SeatState, Visibility
from service.play.seating import game_seen_by, lock_game, seat_number


def open_seat(game: Game) -> GameSeat | None:
    """The first seat that whoever comes can take; None if there is none."""
    return next((seat for seat in game.seats if seat.state == SeatState.OPEN), None)


def check_inviting(game: Game) -> None:
    """Conflict `game-started` or `game-over` unless the game waits for players."""
    if game.status == GameStatus.ACTIVE:
        raise Conflict("game-started")
    if game.status != GameStatus.INVITING:
        raise Conflict("game-over")


def join_key_of(game: Game) -> str | None:
    """The key to the open seats of a private game; None if nobody can join by one now."""
    is_wanted = game.status == GameStatus.INVITING and open_seat(game) is not None
    return _key(game) if is_wanted else None


def admits(game: Game, key: str | None) -> bool:
    """Whether that is the key to the open seats of the game. Case does not matter."""
    right = _key(game)
    return key is not None and right is not None and hmac.compare_digest(right.encode(), key.lower().encode())


def offered(game_id: str, viewer: Account | None, key: str | None) -> Game:
    """The game with an open seat for the viewer, who may see it or has its key.

    NotFound for others; Conflict `game-started`, `game-over`, or `game-full` once no seat is open.
    """
    game = session().get(Game, game_id, populate_existing=True)
    if game is None or not admits(game, key):
        game = game_seen_by(game_id, viewer)
    check_inviting(game)
    if open_seat(game) is None and seat_number(game, viewer) is None:
        raise Conflict("game-full")
    return game


def hosted_game(game_id: str, account: Account) -> Game:
    """The game, for the account that has set it up; Forbidden `not-the-host` or NotFound for others."""
    game = session().get(Game, game_id, populate_existing=True)
    if game is None or game.creator_id != account.id:
        game_seen_by(game_id, account)  # whoever may not see it is not told that it is there
        raise Forbidden("not-the-host")
    return game


def renew_key(game_id: str, account: Account) -> Game:
    """Give the game another key, or one again; the one before opens nothing any more.

    Refused as `hosted_game`; Conflict `not-private`, `game-started`, `game-over`, `game-full`.
    """
    with transaction():
        hosted_game(game_id, account)
        game = lock_game(game_id)
        if game.visibility != Visibility.PRIVATE:
            raise Conflict("not-private")
        check_inviting(game)
        if open_seat(game) is None:
            raise Conflict("game-full")
        game.join_salt = new_salt(key_ring())
        return game


def withdraw_key(game_id: str, account: Account) -> None:
    """Let nobody join by a key any more; refused as `hosted_game`."""
    with transaction():
        hosted_game(game_id, account)
        lock_game(game_id).join_salt = None


def _key(game: Game) -> str | None:
    if game.join_salt is None:
        return None
    try:
        return join_key(key_ring(), game.join_salt)
    except KeyGone:
        return None


def carry_join_keys_over() -> None:
    """When the secret key is changed, let the keys of games that wait hang on the new one, and stay what they are."""
    waiting = (
        Game.status == GameStatus.INVITING,
        Game.join_salt.is_not(None),
        ~Game.join_salt.contains(f".{key_ring().name}"),
    )
    for game_id in session().scalars(select(Game.id).where(*waiting)).all():
        with transaction():
            game = lock_game(game_id)
            game.join_salt = game.join_salt and carried_over_if_known(JOIN, game.join_salt)
