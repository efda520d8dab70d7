"""Every game of a database held against its log, as a backup of it is made."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from service.audit import fault_of
from service.core.db import session
from service.core.errors import Refused
from service.models import Game
from service.play.positions import NONSENSE
from service.recorded import BadRecord

AT_ONCE = 100
"""Games that are read together."""


def verdicts() -> Iterator[tuple[str, str | None]]:
    """Every game by its id, and what is wrong with it or None. It stays in the transaction that it finds."""
    after = ""
    while games := session().scalars(select(Game).where(Game.id > after).order_by(Game.id).limit(AT_ONCE)).all():
        for game in games:
            yield game.id, _fault(game)
        after = games[-1].id
        session().expunge_all()


def _fault(game: Game) -> str | None:
    """What is wrong; of a game that has not begun, nothing can be."""
    if game.setup is None:
        return None
    try:
        return fault_of(game)
    except (Refused, BadRecord, *NONSENSE) as error:
        return f"its log cannot be replayed: {type(error).__name__}"
