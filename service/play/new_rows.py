"""What is drawn at random when the row of a game is made: its id, its seed, and what the players add to the dice."""

from __future__ import annotations

import secrets
from datetime import datetime

from rules import Game as Ruleset
from service.core import texts
from service.core.dice import SEED_BYTES, commitment, new_contribution
from service.core.keys import digest, new_game_id
from service.core.model import ColumnValue
from service.models import Account, Game, GameStatus


def new_row(ruleset: Ruleset, now: datetime, **agreed: ColumnValue) -> Game:
    """The row of a game that waits for its players; `agreed` are the columns that the table decides on."""
    seed = secrets.token_bytes(SEED_BYTES)
    return Game(
        id=new_game_id(),
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


def contribution_of(words: str | None, player: Account) -> str:
    """What a player adds to the dice: words of their own, or Invalid `bad-text`; some are drawn for who has none.

    Of words that hold the player's name or address it is the SHA-256: what stays with the dice for ever names nobody.
    """
    if not words:
        return new_contribution()
    named = [name for name in (player.name, player.email) if name and name in words.lower()]
    return digest(texts.line("contribution", words)) if named else texts.line("contribution", words)
