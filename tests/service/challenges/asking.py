"""Helpers for challenges to bots: which bot was asked, and the state."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from service.challenges.asking import ANSWER_WITHIN, asked_challenge, bot_of
from service.db.engines import session, transaction
from service.language.errors import Conflict, Refused
from service.models import (
    Bot,
    Challenge,
    ChallengeState,
    Game,
    GameStatus,
)
from tests.service.conftest import FakeClock

JUST_LATE = ANSWER_WITHIN.total_seconds()
ASKING = (ChallengeState.ASKING, GameStatus.INVITING)
PLAYING = (ChallengeState.PLAYING, GameStatus.ACTIVE)
NOBODY = (ChallengeState.NOBODY, GameStatus.CANCELLED)
WITHDRAWN = (ChallengeState.WITHDRAWN, GameStatus.CANCELLED)


def see(*names: str, at: FakeClock) -> None:
    """Let bots be seen now; all of them if none is named."""
    with transaction() as current:
        for bot in current.scalars(select(Bot)):
            if not names or bot.account.name in names:
                bot.last_seen_at = at()


def game_of(challenge: Challenge) -> Game:
    """Return the game that bots are asked to join."""
    game = asked_challenge(challenge.account, challenge.id).game
    assert game is not None
    return game


def asked(challenge: Challenge) -> str | None:
    """Return the bot that is asked, or plays."""
    session().expire_all()
    bot = bot_of(game_of(challenge))
    return bot.name if bot else None


def state(challenge: Challenge) -> tuple[ChallengeState, GameStatus]:
    session().expire_all()
    now = asked_challenge(challenge.account, challenge.id)
    return now.state, game_of(challenge).status


def refused(do: Callable[[], object], kind: type[Refused] = Conflict) -> str:
    with pytest.raises(kind) as caught:
        do()
    return caught.value.code
