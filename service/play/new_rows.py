"""What is drawn when the row of a game is made: its id and its seed at random, and the next number."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import func, select

from rules import Game as Ruleset
from service.core.db import session
from service.core.dice import SEED_BYTES, commitment
from service.core.keys import new_game_id
from service.core.model import ColumnValue
from service.models import NUMBERS, Game, GameStatus


def new_secret() -> bytes:
    """A seed, or what the seeds of a match come from."""
    return secrets.token_bytes(SEED_BYTES)


def next_number() -> int:
    """The number of a new game, in the transaction that adds it: on SQLite nobody else writes meanwhile."""
    if session().get_bind().dialect.name == "postgresql":
        return session().execute(NUMBERS.next_value().select()).scalar_one()
    return (session().scalar(select(func.max(Game.number))) or 0) + 1


def new_row(ruleset: Ruleset, now: datetime, seed: bytes, **agreed: ColumnValue) -> Game:
    """The row of a game that waits for its players; `agreed` are the columns that the table decides on."""
    return Game(
        id=new_game_id(),
        number=next_number(),
        ruleset=ruleset.id,
        rules_version=ruleset.version,
        status=GameStatus.INVITING,
        version=0,
        turn=0,
        log_length=0,
        seed=seed,
        commitment=commitment(seed),
        created_at=now,
        **agreed,
    )
