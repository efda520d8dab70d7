"""Public players."""

from __future__ import annotations

from sundial_client.calls import Calls
from sundial_client.player_shapes import Leaders, Player


class PlayerCalls(Calls):
    """Calls for players."""

    def player(self, name: str) -> Player:
        """Fetch the public record of a person or a bot."""
        found: Player = self._get(f"players/{name}")
        return found

    def leaders(self, pool: str) -> Leaders:
        """Fetch the best players of a pool, such as a ruleset."""
        found: Leaders = self._get(f"ratings/{pool}")
        return found
