"""How a game begins, in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, TypedDict

Layout: TypeAlias = Mapping[str, Any]
"""What a game is played on, as its `check_layout` has found it in order; no other game knows its members."""


class Setup(TypedDict):
    """Which game, for how many seats, the value of each option, and the layout."""

    game: str
    players: int
    options: dict[str, str]
    layout: Layout
