"""Games with whoever comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from sundial_client.calls import Calls
from sundial_client.challenge_shapes import Challenge, MadeChallenge, NewChallenge, OwnChallenge
from sundial_client.shapes import Game


class ChallengeCalls(Calls):
    """Challenges that stand."""

    def challenges(self, ruleset: str | None = None) -> Iterator[Challenge]:
        """Those of others that you can take up, the oldest first."""
        asked = {} if ruleset is None else {"ruleset": ruleset}
        return iter(self._get("challenges", **asked)["challenges"])

    def own_challenges(self) -> Iterator[OwnChallenge]:
        """Yours, the oldest first."""
        return iter(self._get("me/challenges")["challenges"])

    def challenge(self, ruleset: str, **wish: Unpack[NewChallenge]) -> MadeChallenge:
        """Let a challenge stand; its game begins at once if another fits."""
        made: MadeChallenge = self._post("me/challenges", {"ruleset": ruleset, **wish})
        return made

    def take_up(self, challenge: str) -> Game:
        """Begin the game of somebody else's challenge."""
        begun: Game = self._post(f"challenges/{challenge}/games", {})
        return begun

    def withdraw_challenge(self, challenge: str) -> None:
        """Let one of yours stand no longer."""
        self._delete(f"me/challenges/{challenge}")
