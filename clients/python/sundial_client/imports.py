"""Import of games played elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from sundial_client.calls import Calls
from sundial_client.shapes import Game, GameSummary


class ImportCalls(Calls):
    """Calls for imported games."""

    def import_game(self, record: Mapping[str, Any], visibility: Literal["private", "public"] = "private") -> Game:
        """Import a finished game from its record, which is verified; importing it again returns the existing game.

        The Problem `unverified-record` describes the fault with `about` and `entry`, `bad-record` with `pointer`.
        """
        made: Game = self._post("me/imports", {"record": dict(record), "visibility": visibility})
        return made

    def imports(self) -> Iterator[GameSummary]:
        """List the games that you have imported, latest first."""
        return self._list("me/imports", "games")

    def remove_import(self, game: str) -> None:
        """Delete an imported game with its record."""
        self._delete(f"me/imports/{game}")
