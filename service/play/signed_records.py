"""Records as they are given out: chained, and signed, so that whoever has one can show what was played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select

from rules.json_types import Json
from service.core.db import session
from service.core.key_ring import key_ring
from service.core.record_chain import chained, signed_part
from service.core.record_signatures import sign
from service.core.settings import settings
from service.models import Game, LogEntry
from service.play.imported import record_as_imported
from service.play.records import record_json


def signed_record(game: Game, log: Iterable[LogEntry]) -> dict[str, Any]:
    """The record of a game with where it comes from, its chain, and our signature; as it came, if it was imported."""
    if game.imported_at is not None:
        return {**record_as_imported(game)}
    plain = record_json(game, log)
    entries, head = chained(plain)
    record = {**plain, "origin": settings().public_url, "log": entries, "head": head}
    return {**record, "signature": sign(key_ring().newest, signed_part(record))}


def signed_records(games: Sequence[Game]) -> Iterator[Mapping[str, Json]]:
    """The record of each game, their logs read at once."""
    logs = defaultdict[str, list[LogEntry]](list)
    theirs = LogEntry.game_id.in_([game.id for game in games])
    for entry in session().scalars(select(LogEntry).where(theirs).order_by(LogEntry.number)):
        logs[entry.game_id].append(entry)
    for game in games:
        yield signed_record(game, logs[game.id])
