"""Cursors of lists: where a page ended, signed, so that a client cannot make one up."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from itsdangerous import BadData, URLSafeSerializer

from rules.json_types import Json
from service.core.errors import Invalid
from service.core.key_ring import key_ring
from service.play.game_search import Place, SortOrder

GAMES, MATCHES = "cursor of the list of games", "cursor of the list of matches"
TURNS = "cursor of the list of turns"
WEBHOOKS = "cursor of the list of what went to a webhook"
BOTS = "cursor of the list of bots"
"""What a cursor is signed for: none is good for another kind of list."""


class PageWish(TypedDict):
    """Which page of a list is wanted: the one after a cursor, or the first."""

    cursor: NotRequired[str]
    limit: int


def signed(listed: str, place: Json) -> str:
    """The cursor of the page of that list that begins there."""
    return _signer(listed).dumps(place)


def read(listed: str, sent: str) -> Any:  # noqa: ANN401  # what was signed
    """Where the page before ended; or Invalid `bad-cursor`."""
    try:
        return _signer(listed).loads(sent)
    except BadData:
        raise Invalid("bad-cursor") from None


def cursor_of_games(order: SortOrder, place: Place) -> str:
    """The cursor of the page that begins there in that order."""
    return signed(f"{GAMES} by {order}", place.words)


def read_game_cursor(order: SortOrder, sent: str) -> Place:
    """Where the page before ended; or Invalid `bad-cursor`, as for a page in another order."""
    return Place.of(read(f"{GAMES} by {order}", sent))


def _signer(salt: str) -> URLSafeSerializer:
    return URLSafeSerializer([*reversed(key_ring().all)], salt=salt)  # it signs with the last one
