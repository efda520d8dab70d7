"""Where a list of games goes on, as the address of its next page says it."""

from __future__ import annotations

from service.core.errors import NotFound
from service.play.game_search import Place

SEPARATOR = "~"


def written_place(place: Place) -> str:
    """Where the next page begins."""
    return SEPARATOR.join(place.words)


def read_place(text: str | None) -> Place | None:
    """The place after which a page is to begin, None for the first page; NotFound `bad-cursor`."""
    if not text:
        return None
    try:
        return Place.of(text.split(SEPARATOR))
    except (ValueError, OverflowError):
        raise NotFound("bad-cursor") from None
