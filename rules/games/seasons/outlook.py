"""Chances of winning before the player throws, and after each placement."""

from __future__ import annotations

from typing import TypeAlias

from rules.games.seasons.actions import Place
from rules.games.seasons.network import Vector, network, turned, views
from rules.games.seasons.position import Seasons
from rules.games.seasons.sectors import SECTORS

Chances: TypeAlias = tuple[float, ...]
"""Chance of winning by seat; winners share the win."""


class Outlook:
    """Chances before the throw and after each placement, by the network; exact at the end."""

    def __init__(self, position: Seasons) -> None:
        players = len(position.free)
        self._position = position
        self._net = network(players, position.rerolls_a_turn)
        self._views = [views(players)[sector.area] for sector in SECTORS]
        self._sums: dict[int, Vector] = {}
        self._others: dict[tuple[int, int], Vector] = {}
        self._known: dict[tuple[int, int, int], Chances] = {}

    def chances(self) -> Chances:
        """Estimate each seat's chance of winning before the player throws."""
        seat = self._position.seat
        return self._of_seats(seat, self._hidden(seat))

    def after(self, place: Place, eye_sum: int) -> Chances:
        """Estimate each seat's chance of winning after the player places that eye-sum."""
        following = self._position.placed(place, eye_sum)
        if not any(following.free):
            return shared(following)
        index, eye = place.index, following.seat
        view = self._views[index][turned(following.discs[index], eye)]
        known = self._known.get((eye, index, view))
        if known is None:
            hidden = self._net.having(self._without(eye, index), index, view)
            known = self._known[eye, index, view] = self._of_seats(eye, hidden)
        return known

    def _of_seats(self, eye: int, hidden: Vector) -> Chances:
        chances = self._net.chances(hidden)
        return (*chances[len(chances) - eye :], *chances[: len(chances) - eye])

    def _view(self, eye: int, index: int) -> int:
        return self._views[index][turned(self._position.discs[index], eye)]

    def _hidden(self, eye: int) -> Vector:
        if eye not in self._sums:
            self._sums[eye] = self._net.hidden([self._view(eye, index) for index in range(len(SECTORS))])
        return self._sums[eye]

    def _without(self, eye: int, index: int) -> Vector:
        if (eye, index) not in self._others:
            self._others[eye, index] = self._net.without(self._hidden(eye), index, self._view(eye, index))
        return self._others[eye, index]


def shared(over: Seasons) -> Chances:
    """Return each seat's share of the win once the game is over."""
    winners = over.winners()
    return tuple((seat in winners) / len(winners) for seat in range(len(over.free)))
