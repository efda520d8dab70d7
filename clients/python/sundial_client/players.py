"""Players as anybody may see them."""

from __future__ import annotations

from sundial_client.calls import Calls
from sundial_client.player_shapes import Player


class PlayerCalls(Calls):
    """What can be known of players."""

    def player(self, name: str) -> Player:
        """How a person or a bot has played in public."""
        found: Player = self._get(f"players/{name}")
        return found
