"""Queries of addresses that come again in each mail of a game."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlencode

REMEMBERED = 4096


@lru_cache(REMEMBERED)
def query(name: str, value: str) -> str:
    """What stands behind the question mark where that name has that value, which is no secret: it is remembered."""
    return urlencode({name: value})
