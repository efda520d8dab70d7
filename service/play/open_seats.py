"""Open seats: find them, and manage the join key of a private game.

The host can share the key with anybody. It is an HMAC with the secret key and a salt of the game, and is not stored. It
is valid while the game has an open seat, until it is withdrawn or renewed.
"""

from __future__ import annotations

import hmac

from sqlalchemy import select

from service.config.key_ring import KeyGone, carried_over_if_known, key_ring, new_salt
from service.db.engines import session, transaction
from service.language.errors import Conflict, Forbidden
from service.models import Account, Game, GameSeat, GameStatus, SeatState, Visibility
from service.play.seating import game_seen_by, lock_game, seat_number
from service.security.keys import JOIN, join_key


def open_seat(game: Game) -> GameSeat | None:
    """Return the first seat that anybody can take; None if there is none."""
    return next((seat for seat in game.seats if seat.state == SeatState.OPEN), None)


def check_inviting(game: Game) -> None:
    """Check that the game waits for players; Conflict `game-started` or `game-over` otherwise."""
    if game.status == GameStatus.ACTIVE:
        raise Conflict("game-started")
    if game.status != GameStatus.INVITING:
        raise Conflict("game-over")


def join_key_of(game: Game) -> str | None:
    """Return the join key of a private game; None if nobody can join with one now."""
    is_wanted = game.status == GameStatus.INVITING and open_seat(game) is not None
    return _key(game) if is_wanted else None


def admits(game: Game, key: str | None) -> bool:
    """Return whether a key is the join key of the game. Case does not matter."""
    right = _key(game)
    return key is not None and right is not None and hmac.compare_digest(right.encode(), key.lower().encode())


def offered(game_id: str, viewer: Account | None, key: str | None) -> Game:
    """Return a game with an open seat for a viewer who may see it or has its key.

    NotFound for others; Conflict `game-started`, `game-over`, or `game-full` if no seat is open.
    """
    game = session().get(Game, game_id, populate_existing=True)
    if game is None or not admits(game, key):
        game = game_seen_by(game_id, viewer)
    check_inviting(game)
    if open_seat(game) is None and seat_number(game, viewer) is None:
        raise Conflict("game-full")
    return game


def hosted_game(game_id: str, account: Account) -> Game:
    """Return the game, for the account that has set it up; Forbidden `not-the-host` or NotFound for others."""
    game = session().get(Game, game_id, populate_existing=True)
    if game is None or game.creator_id != account.id:
        game_seen_by(game_id, account)  # raises NotFound, so as not to reveal that the game exists
        raise Forbidden("not-the-host")
    return game


def renew_key(game_id: str, account: Account) -> Game:
    """Create or replace the join key of a game; the former one becomes invalid.

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
    """Delete the join key of a game; refused as `hosted_game`."""
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
    """Move the join keys of waiting games to a new secret key without changing them."""
    waiting = (
        Game.status == GameStatus.INVITING,
        Game.join_salt.is_not(None),
        ~Game.join_salt.contains(f".{key_ring().name}"),
    )
    for game_id in session().scalars(select(Game.id).where(*waiting)).all():
        with transaction():
            game = lock_game(game_id)
            game.join_salt = game.join_salt and carried_over_if_known(JOIN, game.join_salt)
