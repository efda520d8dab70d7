"""Public players."""

from __future__ import annotations

from sundial_client.calls import Calls
from sundial_client.player_shapes import Leaders, Player, RatingHistory


class PlayerCalls(Calls):
    """Calls for players."""

    def player(self, name: str) -> Player:
        """Fetch the public record of a person or a bot."""
        found: Player = self._get(f"players/{name}")
        return found

    def rating_history(self, name: str) -> RatingHistory:
        """Fetch the ratings of a person or a bot over time."""
        found: RatingHistory = self._get(f"players/{name}/rating-history")
        return found

    def leaders(self, pool: str) -> Leaders:
        """Fetch the best players of a pool, such as a ruleset."""
        found: Leaders = self._get(f"ratings/{pool}")
        return found
