"""Where games come from that were played elsewhere."""

from __future__ import annotations

import json

from service.core.db import session
from service.core.record_chain import Record
from service.models import Game, ImportedRecord


def import_of(game: Game) -> ImportedRecord | None:
    """Where a game comes from; None if it was played here."""
    return None if game.imported_at is None else session().get_one(ImportedRecord, game.id)


def record_as_imported(game: Game) -> Record:
    """The record of a game that was imported, as it was given out where it was played."""
    told: Record = json.loads(session().get_one(ImportedRecord, game.id).document)
    return told
