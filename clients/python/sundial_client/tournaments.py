"""Tournaments: enter one, or organise one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, Unpack

from sundial_client.calls import Calls
from sundial_client.tournament_shapes import (
    NewTournament,
    System,
    Tournament,
    TournamentEntry,
    TournamentState,
    TournamentWhole,
)


class TournamentCalls(Calls):
    """Calls for tournaments."""

    def tournaments(self, state: TournamentState | None = None) -> Iterator[Tournament]:
        """List tournaments, newest first."""
        asked = {} if state is None else {"state": state}
        return iter(self._get("tournaments", **asked)["tournaments"])

    def tournament(self, tournament: str) -> TournamentWhole:
        """Return a tournament with its entries, table, pairings and log."""
        found: TournamentWhole = self._get(f"tournaments/{tournament}")
        return found

    def create_tournament(self, title: str, ruleset: str, system: System, **terms: Unpack[NewTournament]) -> Tournament:
        """Create a tournament that takes entries; it needs the scope `organise`, like all calls of organisers."""
        told = {"title": title, "ruleset": ruleset, "system": system, **terms}
        made: Tournament = self._post("tournaments", told)
        return made

    def change_tournament(
        self,
        tournament: str,
        state: Literal["running", "paused", "cancelled"] | None = None,
        title: str | None = None,
        *,
        reason: str,
    ) -> Tournament:
        """Pause a tournament of yours, go on, cancel it, or change its title; everybody can read the reason."""
        wish: dict[str, Any] = {"state": state, "title": title, "reason": reason}
        told = {name: value for name, value in wish.items() if value is not None}
        changed: Tournament = self._patch(f"tournaments/{tournament}", told)
        return changed

    def enter_tournament(self, tournament: str) -> TournamentEntry:
        """Enter a tournament, come back, or confirm your entry."""
        entry: TournamentEntry = self._post(f"tournaments/{tournament}/entries", {})
        return entry

    def leave_tournament(self, tournament: str) -> None:
        """Withdraw from a tournament."""
        self._delete(f"tournaments/{tournament}/entries/me")

    def remove_player(self, tournament: str, player: str, reason: str) -> None:
        """Remove a player from a tournament of yours; everybody can read the reason."""
        self._delete(f"tournaments/{tournament}/entries/{player}", {"reason": reason})

    def decide_pairing(
        self, tournament: str, place: tuple[int, int], half_points: Sequence[int], reason: str
    ) -> TournamentWhole:
        """Decide a game of your tournament by its round and board."""
        told = {"half_points": list(half_points), "reason": reason}
        of_it = f"tournaments/{tournament}/pairings/{place[0]}/{place[1]}/adjudicate"
        decided: TournamentWhole = self._post(of_it, told)
        return decided

    def make_table_final(self, tournament: str) -> Tournament:
        """Make the table of a finished tournament of yours final at once."""
        final: Tournament = self._post(f"tournaments/{tournament}/final", {})
        return final
