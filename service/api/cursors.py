"""Cursors of lists: the end of a page, signed, so that clients cannot forge one."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from itsdangerous import BadData, URLSafeSerializer

from rules.json_types import Json
from service.config.key_ring import key_ring
from service.language.errors import Invalid
from service.play.game_search import Place, SortOrder

GAMES, MATCHES = "cursor of the list of games", "cursor of the list of matches"
TURNS = "cursor of the list of turns"
WEBHOOKS = "cursor of the list of what went to a webhook"
BOTS = "cursor of the list of bots"
"""Purposes of signatures: a cursor is valid for one kind of list only."""


class PageWish(TypedDict):
    """The requested page of a list: the one after a cursor, or the first."""

    cursor: NotRequired[str]
    limit: int


def signed(listed: str, place: Json) -> str:
    """Sign the cursor of the page of a list that begins at a place."""
    return _signer(listed).dumps(place)


def read(listed: str, sent: str) -> Any:  # noqa: ANN401  # what was signed
    """Verify a cursor and return the place where the last page ended; or Invalid `bad-cursor`."""
    try:
        return _signer(listed).loads(sent)
    except BadData:
        raise Invalid("bad-cursor") from None


def cursor_of_games(order: SortOrder, place: Place) -> str:
    """Sign the cursor of the page of games that begins at a place in an order."""
    return signed(f"{GAMES} by {order}", place.words)


def read_game_cursor(order: SortOrder, sent: str) -> Place:
    """Verify a cursor of games; Invalid `bad-cursor`, also for a page in another order."""
    return Place.of(read(f"{GAMES} by {order}", sent))


def _signer(salt: str) -> URLSafeSerializer:
    return URLSafeSerializer([*reversed(key_ring().all)], salt=salt)  # itsdangerous signs with the last key
