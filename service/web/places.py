"""Where a list of games goes on, as the address of its next page says it."""

from __future__ import annotations

from datetime import UTC, datetime

from service.core.errors import NotFound
from service.models import Game
from service.play.game_search import Place, SortOrder

SEPARATOR = "~"


def written_place(order: SortOrder, last: Game) -> str:
    """The place of the last game of a page."""
    at, game_id = order.place_of(last)
    return f"{at.isoformat() if at else ''}{SEPARATOR}{game_id}"


def read_place(text: str | None) -> Place | None:
    """The place after which a page is to begin, None for the first page; NotFound `bad-cursor`."""
    if not text:
        return None
    at, separator, game_id = text.partition(SEPARATOR)
    try:
        place = (datetime.fromisoformat(at).astimezone(UTC) if at else None), game_id
    except (ValueError, OverflowError):
        raise NotFound("bad-cursor") from None
    if not separator:
        raise NotFound("bad-cursor")
    return place
