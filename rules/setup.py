"""How a game begins, in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypedDict

Layout: TypeAlias = Mapping[str, Any]
"""What a game is played on, as its `check_layout` has found it in order; no other game knows its members."""


class Setup(TypedDict):
    """Which game, for how many seats, the value of each option, and the layout."""

    game: str
    players: int
    options: dict[str, str]
    layout: Layout


@dataclass(frozen=True)
class Option:
    """One choice that a table makes before the game: its values, the first being the default, and what each means."""

    label: str
    values: Mapping[str, str]
    """Value → what it means, for people."""
    later: bool = False
    """Whether the game was played before there was this choice, so that there are setups that do not name it."""

    def is_written(self, value: str) -> bool:
        """Whether a setup names the value: of a later option not the default, so that programs of before read it."""
        return not (self.later and value == self.default)

    @property
    def default(self) -> str:
        """The value taken when a setup does not name one."""
        return next(iter(self.values))
