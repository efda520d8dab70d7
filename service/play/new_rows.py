"""New rows of games: a random id and seed, and the next game number."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import func, select

from rules import Game as Ruleset
from service.db.engines import session
from service.db.model import ColumnValue
from service.models import NUMBERS, Game, GameStatus
from service.security.keys import new_game_id
from service.verification.dice import SEED_BYTES, commitment


def new_secret() -> bytes:
    """Generate a seed, or the secret from which the seeds of a match are derived."""
    return secrets.token_bytes(SEED_BYTES)


def next_number() -> int:
    """Return the number of a new game, in the transaction that adds it: SQLite has only one writer."""
    if session().get_bind().dialect.name == "postgresql":
        return session().execute(NUMBERS.next_value().select()).scalar_one()
    return (session().scalar(select(func.max(Game.number))) or 0) + 1


def new_row(ruleset: Ruleset, now: datetime, seed: bytes, **agreed: ColumnValue) -> Game:
    """Build the row of a game that waits for its players; `agreed` are the columns with its settings."""
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
