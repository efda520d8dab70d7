"""Cursors of lists: where a page ended, signed, so that a client cannot make one up."""

from __future__ import annotations

from datetime import datetime

from flask import current_app
from itsdangerous import BadData, URLSafeSerializer

from service.errors import Invalid
from service.models import Game, Match


def cursor_after(last: Game | Match) -> str:
    """The cursor of the page that begins after that game or match."""
    return _signer().dumps([last.created_at.isoformat(), last.id])


def read_cursor(cursor: str) -> tuple[datetime, str]:
    """When the last one of the page before was made, and its id; or Invalid `bad-cursor`."""
    try:
        created_at, game_id = _signer().loads(cursor)
    except BadData:
        raise Invalid("bad-cursor") from None
    return datetime.fromisoformat(created_at), game_id


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="cursor of the list of games")
