"""Matches: two games with seats exchanged. Their games are played like any other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Unpack

from sundial_client.calls import Calls
from sundial_client.match_shapes import Match, MatchSummary, NewMatch
from sundial_client.table_shapes import SeatWish


class MatchCalls(Calls):
    """Calls for matches."""

    def create_match(self, ruleset: str, seats: Sequence[SeatWish], **more: Unpack[NewMatch]) -> Match:
        """Create a match between two and invite its players to the first game; joining that accepts the match."""
        made: Match = self._post("matches", {"ruleset": ruleset, "seats": list(seats), **more})
        return made

    def matches(self) -> Iterator[MatchSummary]:
        """List the matches that you play or are invited to, newest first."""
        return self._list("matches", "matches")

    def match(self, match: str) -> Match:
        """Fetch the current state of a match with its games, from the cache if it has not changed."""
        found: Match = self._known.fetch(f"matches/{match}")
        return found
