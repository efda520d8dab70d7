"""Abandoned seats, and substitutes for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sundial_client.calls import Calls
from sundial_client.shapes import Game, GameSummary


class SubstituteCalls(Calls):
    """Calls for taking over the seat of a player who ran out of time."""

    def left_seats(self, ruleset: str | None = None) -> Iterator[GameSummary]:
        """List games with such a seat, longest waiting first."""
        asked = {} if ruleset is None else {"ruleset": ruleset}
        return iter(self._get("left-seats", **asked)["games"])

    def take_over(self, game: str, seat: int) -> Game:
        """Take over a seat whose `stood_in_at` is not None."""
        taken: Game = self._post(f"games/{game}/take-over", {"seat": seat})
        return taken

    def substitutes_in(self) -> list[str]:
        """List the rulesets for which you volunteer as a substitute."""
        rulesets: list[str] = self._get("me/substitute")["rulesets"]
        return rulesets

    def substitute_in(self, rulesets: Iterable[str]) -> list[str]:
        """Volunteer as a substitute for games of these rulesets, and no others."""
        said: list[str] = self._put("me/substitute", {"rulesets": list(rulesets)})["rulesets"]
        return said
