"""Who looks at the page of a game sees there what a mail would say: mails about it wait until they are away."""

from __future__ import annotations

from datetime import datetime, timedelta

from service.core.db import transaction
from service.models import Account, Game, GameSeat
from service.play.seating import lock_game
from service.post.preferences import own_seat, redate_waiting

NOTED_EVERY = timedelta(seconds=20)
"""Sooner than that after the last time, nothing is written."""


def note_presence(game: Game, account: Account, version: int | None, now: datetime) -> None:
    """Note that the account looks at that version of the game, and let mails to it about the game wait.

    A page with an older version has not shown what a mail would say. Refused as `own_seat`.
    """
    seat = own_seat(game, account)
    if game.version != version or _was_noted(seat, now) or account.email is None:
        return
    with transaction():
        game = lock_game(game.id)
        if game.version != version:
            return
        seat = own_seat(game, account)
        seat.here_at = now
        redate_waiting(account, now, game.id)


def _was_noted(seat: GameSeat, now: datetime) -> bool:
    return seat.here_at is not None and seat.here_at > now - NOTED_EVERY
