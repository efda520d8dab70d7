"""Records as they are given out: chained, and signed, so that whoever has one can show what was played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.core.key_ring import key_ring
from service.core.record_chain import chained, signed_part
from service.core.record_signatures import sign
from service.core.settings import settings
from service.models import Game, LogEntry
from service.play.records import record_json


def signed_record(game: Game, log: Iterable[LogEntry]) -> dict[str, Any]:
    """The record of a game with where it comes from, its chain, and our signature."""
    plain = record_json(game, log)
    entries, head = chained(plain)
    record = {**plain, "origin": settings().public_url, "log": entries, "head": head}
    return {**record, "signature": sign(key_ring().newest, signed_part(record))}
