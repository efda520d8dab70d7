"""The way on from a game in which one waits: to the most urgent of those in which it is one's turn."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import and_, bindparam, func, select, true

from service.core.db import session
from service.core.errors import NotFound
from service.core.prepared_load import PreparedLoad
from service.models import Account, Game, GameSeat, GameStatus
from service.play.game_search import HAS_THE_MOVE
from service.play.seating import WHO_PLAYS, as_seen_by, game_seen_by, reading, seated

_FIRST = (
    select(Game.id, func.count().over().label("number"))
    .join(GameSeat, and_(GameSeat.game_id == Game.id, GameSeat.account_id == bindparam("account"), HAS_THE_MOVE))
    .where(Game.status == GameStatus.ACTIVE)
    .order_by(Game.deadline.is_(None), Game.deadline, Game.id)
    .limit(1)
)
_next = _FIRST.subquery()
_READING = PreparedLoad(WHO_PLAYS, lambda found: reading(found).outerjoin(_next, true()), (_next.c.id, _next.c.number))
"""Built once, and one statement, for whoever looks at a game wants to know both."""


@dataclass(frozen=True)
class NextGame:
    """The id of the game to go to, which is due next, and in how many it is one's turn."""

    game_id: str
    number: int


def next_game(account: Account | None) -> NextGame | None:
    """Where it is the account's turn; None if it is nowhere."""
    found = None if account is None else session().execute(_FIRST, {"account": account.id}).one_or_none()
    return None if found is None else NextGame(*found)


def game_and_next(game_id: str, viewer: Account | None) -> tuple[Game, NextGame | None]:
    """The game, or NotFound as `game_seen_by` has it; and where it is the viewer's turn."""
    if viewer is None:
        return game_seen_by(game_id, None), None
    rows = _READING.rows(session(), {"id": game_id, "account": viewer.id})
    if not rows:
        raise NotFound
    [game], (*_, first, number) = seated(rows), rows[0]
    return as_seen_by(game, viewer), None if first is None else NextGame(first, number)
