"""Effects on tournaments of facts about games (see `service.jobs.facts`)."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, update

from service.db.engines import session
from service.db.model import Model, UtcDateTime
from service.jobs.facts import hears
from service.models import Pairing
from service.play.facts import GameFinished

_ENDED = (
    update(Pairing)
    .where(Pairing.game_id == bindparam("paired_game"), Pairing.settled_at.is_(None))
    .values(ended_at=bindparam("paired_until", type_=UtcDateTime))
)


@hears(GameFinished)
def note_end(fact: GameFinished) -> Iterable[Model]:
    """Let the job settle a game of a tournament that is over, however it ended."""
    session().also(_ENDED, {"paired_game": fact.game.id, "paired_until": fact.now})
    return ()
