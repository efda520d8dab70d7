"""Seats that are left, and who takes them over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sundial_client.calls import Calls
from sundial_client.shapes import Game, GameSummary


class SubstituteCalls(Calls):
    """Taking over the seat of somebody whose time has run out."""

    def left_seats(self, ruleset: str | None = None) -> Iterator[GameSummary]:
        """Games with such a seat, those that wait longest first."""
        asked = {} if ruleset is None else {"ruleset": ruleset}
        return iter(self._get("left-seats", **asked)["games"])

    def take_over(self, game: str, seat: int) -> Game:
        """Take a seat over; one whose `stood_in_at` is not None."""
        taken: Game = self._post(f"games/{game}/take-over", {"seat": seat})
        return taken

    def substitutes_in(self) -> list[str]:
        """The rulesets for whose games you are asked when a seat is left."""
        rulesets: list[str] = self._get("me/substitute")["rulesets"]
        return rulesets

    def substitute_in(self, rulesets: Iterable[str]) -> list[str]:
        """Be asked for games of these rulesets, and of no others."""
        said: list[str] = self._put("me/substitute", {"rulesets": list(rulesets)})["rulesets"]
        return said
