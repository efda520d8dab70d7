"""Where games come from that were played elsewhere."""

from __future__ import annotations

import json

from service.core.db import session
from service.core.record_chain import Record
from service.models import Game, ImportedRecord


def import_of(game: Game) -> ImportedRecord | None:
    """Where a game comes from; None if it was played here."""
    return None if game.imported_at is None else session().get_one(ImportedRecord, game.id)


def as_played_here(game: Game) -> Game:
    """The game itself or, where its record was brought in, the one that was played here, if it was."""
    record = import_of(game)
    here = record and session().get(Game, record.played_as)
    return here if here and here.commitment == game.commitment else game


def record_as_imported(game: Game) -> Record:
    """The record of a game that was imported, as it was given out where it was played."""
    told: Record = json.loads(session().get_one(ImportedRecord, game.id).document)
    return told
