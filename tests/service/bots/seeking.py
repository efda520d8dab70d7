"""Helpers for seeks: which bot was asked, and the seek's state."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from service.bots.seeks import (
    ANSWER_WITHIN,
    bot_of_seek,
    seek_of,
)
from service.db.engines import session, transaction
from service.language.errors import Conflict, Refused
from service.models import (
    Bot,
    BotSeek,
    GameStatus,
    SeekState,
)
from tests.service.conftest import FakeClock

JUST_LATE = ANSWER_WITHIN.total_seconds()
ASKING = (SeekState.ASKING, GameStatus.INVITING)
PLAYING = (SeekState.PLAYING, GameStatus.ACTIVE)
NOBODY = (SeekState.NOBODY, GameStatus.CANCELLED)
WITHDRAWN = (SeekState.WITHDRAWN, GameStatus.CANCELLED)


def see(*names: str, at: FakeClock) -> None:
    """Let bots be seen now; all of them if none is named."""
    with transaction() as current:
        for bot in current.scalars(select(Bot)):
            if not names or bot.account.name in names:
                bot.last_seen_at = at()


def asked(seek: BotSeek) -> str | None:
    """Return the bot that is asked, or plays."""
    session().expire_all()
    bot = bot_of_seek(seek_of(seek.account, seek.id))
    return bot.name if bot else None


def state(seek: BotSeek) -> tuple[SeekState, GameStatus]:
    session().expire_all()
    now = seek_of(seek.account, seek.id)
    return now.state, now.game.status


def refused(do: Callable[[], object], kind: type[Refused] = Conflict) -> str:
    with pytest.raises(kind) as caught:
        do()
    return caught.value.code
