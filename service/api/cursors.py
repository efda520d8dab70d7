"""Cursors of lists: where a page ended, signed, so that a client cannot make one up."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NotRequired, TypedDict

from itsdangerous import BadData, URLSafeSerializer

from service.core.errors import Invalid
from service.core.key_ring import key_ring
from service.models import Match
from service.play.game_search import Place, SortOrder

_GAMES, _MATCHES = "cursor of the list of games", "cursor of the list of matches"
_TURNS = "cursor of the list of turns"
_WEBHOOKS = "cursor of the list of what went to a webhook"
_BOTS = "cursor of the list of bots"
"""What a cursor was signed for: none is good for another kind of list."""


class PageWish(TypedDict):
    """Which page of a list is wanted: the one after a cursor, or the first."""

    cursor: NotRequired[str]
    limit: int


def cursor_of_games(order: SortOrder, place: Place) -> str:
    """The cursor of the page that begins there in that order."""
    return _signer(f"{_GAMES} by {order}").dumps(place.words)


def read_game_cursor(order: SortOrder, cursor: str) -> Place:
    """Where the page before ended; or Invalid `bad-cursor`, as for a page in another order."""
    return Place.of(_read(cursor, f"{_GAMES} by {order}"))


def cursor_after_match(last: Match) -> str:
    """The cursor of the page that begins after that match."""
    return _signer(_MATCHES).dumps([last.created_at.isoformat(), last.id])


def read_match_cursor(cursor: str) -> tuple[datetime, str]:
    """When the last match of the page before was made, and its id; or Invalid `bad-cursor`."""
    created_at, match_id = _read(cursor, _MATCHES)
    return datetime.fromisoformat(created_at), match_id


def cursor_before(version: int) -> str:
    """The cursor of the page of turns that were given before a version."""
    return _signer(_TURNS).dumps(version)


def read_version_cursor(cursor: str) -> int:
    """The version of the last turn of the page before; or Invalid `bad-cursor`."""
    version: int = _read(cursor, _TURNS)
    return version


def cursor_before_delivery(delivery_id: int) -> str:
    """The cursor of the page of what went to a webhook before a delivery."""
    return _signer(_WEBHOOKS).dumps(delivery_id)


def read_delivery_cursor(cursor: str) -> int:
    """The last delivery of the page before; or Invalid `bad-cursor`."""
    delivery_id: int = _read(cursor, _WEBHOOKS)
    return delivery_id


def cursor_after_bot(name: str) -> str:
    """The cursor of the page of bots that begins after that name."""
    return _signer(_BOTS).dumps(name)


def read_bot_cursor(cursor: str) -> str:
    """The name of the last bot of the page before; or Invalid `bad-cursor`."""
    name: str = _read(cursor, _BOTS)
    return name


def _read(cursor: str, signed_for: str) -> Any:  # noqa: ANN401  # what was signed
    try:
        return _signer(signed_for).loads(cursor)
    except BadData:
        raise Invalid("bad-cursor") from None


def _signer(salt: str) -> URLSafeSerializer:
    return URLSafeSerializer([*reversed(key_ring().all)], salt=salt)  # it signs with the last one
