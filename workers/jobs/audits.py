"""Audits: compare each game with a replay of its log once a day, as nothing that is served may differ."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial

from service.db import clock
from service.play.audits import audit, games_to_audit, put_off
from workers.error_barrier import survive

NAME = "sundial.audits"
EVERY = 3600.0

BATCH = 50
"""Games audited in one run; each takes some hundredths of a second."""

log = logging.getLogger(__name__)


def run() -> bool:
    """Audit a batch."""
    return audit_due(clock.now(), BATCH) == BATCH


def audit_due(now: datetime, limit: int) -> int:
    """Audit due games one after the other; return their number."""
    games = games_to_audit(now, limit)
    for game in games:
        if not survive(partial(_audit, game, now), f"the audit of game {game}"):
            put_off(game, now)
    return len(games)


def _audit(game_id: str, now: datetime) -> None:
    fault = audit(game_id, now)
    if fault is not None:
        log.error("game %s is not as its log says: %s", game_id, fault)
