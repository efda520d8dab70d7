"""Challenges: games with anybody who accepts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from sundial_client.calls import Calls
from sundial_client.challenge_shapes import Challenge, MadeChallenge, NewChallenge, OwnChallenge
from sundial_client.shapes import Game


class ChallengeCalls(Calls):
    """Calls for challenges."""

    def challenges(self, ruleset: str | None = None) -> Iterator[Challenge]:
        """List other people's challenges that you can accept, oldest first."""
        asked = {} if ruleset is None else {"ruleset": ruleset}
        return iter(self._get("challenges", **asked)["challenges"])

    def own_challenges(self) -> Iterator[OwnChallenge]:
        """List your challenges, oldest first."""
        return iter(self._get("me/challenges")["challenges"])

    def challenge(self, ruleset: str, **wish: Unpack[NewChallenge]) -> MadeChallenge:
        """Create a challenge; its game begins at once if another one matches."""
        made: MadeChallenge = self._post("me/challenges", {"ruleset": ruleset, **wish})
        return made

    def take_up(self, challenge: str) -> Game:
        """Accept a challenge and begin its game."""
        begun: Game = self._post(f"challenges/{challenge}/games", {})
        return begun

    def withdraw_challenge(self, challenge: str) -> None:
        """Withdraw a challenge of yours."""
        self._delete(f"me/challenges/{challenge}")
