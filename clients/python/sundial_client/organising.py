"""Organised games: let an organiser seat you, or create many games at once for others."""

from __future__ import annotations

from collections.abc import Sequence

from sundial_client.calls import Calls
from sundial_client.organiser_shapes import Batch, BatchGame, MadeBatch, Organiser
from sundial_client.shapes import GameSummary


class OrganiserCalls(Calls):
    """Calls for organisers, and for those whom they seat."""

    def organisers(self) -> list[Organiser]:
        """List the organisers who may seat you in games, latest first."""
        found: list[Organiser] = self._get("me/organisers")["organisers"]
        return found

    def agree_to(self, organiser: str) -> Organiser:
        """Let an organiser seat you in games that begin at once."""
        agreed: Organiser = self._put(f"me/organisers/{organiser}", {})
        return agreed

    def end_consent(self, organiser: str) -> None:
        """Let an organiser seat you in no more games; those that have begun go on."""
        self._delete(f"me/organisers/{organiser}")

    def create_batch(self, games: Sequence[BatchGame], key: str | None = None) -> MadeBatch:
        """Create up to 64 games at once, all or none; another call with the same key returns the first batch."""
        headers = None if key is None else {"Idempotency-Key": key}
        made: MadeBatch = self._post("game-batches", {"games": list(games)}, headers)
        return made

    def batch(self, batch: str) -> Batch:
        """Fetch a batch of yours with the state of each game."""
        found: Batch = self._get(f"game-batches/{batch}")
        return found

    def adjudicate(self, game: str, half_points: Sequence[int], reason: str) -> GameSummary:
        """Decide a game of your batches in which nobody has moved for a week; the reason is public."""
        wish = {"half_points": list(half_points), "reason": reason}
        decided: GameSummary = self._post(f"games/{game}/adjudicate", wish)
        return decided
