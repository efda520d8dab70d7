"""Games that were played elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from sundial_client.calls import Calls
from sundial_client.shapes import Game, GameSummary


class ImportCalls(Calls):
    """Bringing games in, and taking them out again."""

    def import_game(self, record: Mapping[str, Any], visibility: Literal["private", "public"] = "private") -> Game:
        """Bring in a game that is over by its record, which is checked; the same again is the game that is there.

        Problem `unverified-record` says with `about` and `entry` what is wrong with it, `bad-record` with `pointer`.
        """
        made: Game = self._post("me/imports", {"record": dict(record), "visibility": visibility})
        return made

    def imports(self) -> Iterator[GameSummary]:
        """The games that you have brought in, the latest first."""
        return self._list("me/imports", "games")

    def remove_import(self, game: str) -> None:
        """Take one of them out again, with its record."""
        self._delete(f"me/imports/{game}")
