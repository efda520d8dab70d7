"""Challenges: games with anybody, any bot, one player or the computer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from sundial_client.calls import Calls
from sundial_client.challenge_shapes import Challenge, NewChallenge, Opponent, OwnChallenge
from sundial_client.shapes import Game


class ChallengeCalls(Calls):
    """Calls for challenges."""

    def challenges(self, ruleset: str | None = None) -> Iterator[Challenge]:
        """List other people's challenges that you can accept, oldest first."""
        asked = {} if ruleset is None else {"ruleset": ruleset}
        return iter(self._get("challenges", **asked)["challenges"])

    def own_challenges(self) -> Iterator[OwnChallenge]:
        """List your challenges: those to anybody, oldest first, then the latest to bots."""
        return iter(self._get("me/challenges")["challenges"])

    def challenge(self, to: Opponent, **terms: Unpack[NewChallenge]) -> OwnChallenge:
        """Challenge somebody; the game may begin at once."""
        made: OwnChallenge = self._post("challenges", {"to": to, **terms})
        return made

    def own_challenge(self, challenge: str) -> OwnChallenge:
        """Fetch a challenge of yours; the event `challenge.changed` reports changes."""
        found: OwnChallenge = self._get(f"challenges/{challenge}")
        return found

    def accept_challenge(self, challenge: str) -> Game:
        """Accept a challenge and begin its game."""
        begun: Game = self._post(f"challenges/{challenge}/accept", {})
        return begun

    def decline_challenge(self, challenge: str) -> Game:
        """Decline a challenge to you."""
        declined: Game = self._post(f"challenges/{challenge}/decline", {})
        return declined

    def delete_challenge(self, challenge: str) -> None:
        """Delete a challenge of yours; games that have begun go on."""
        self._delete(f"challenges/{challenge}")
