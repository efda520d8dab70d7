"""What a position is worth in the long run: the points that stay, and what each seat's Shaman may bring at the end.

Coins stay, Shamans move on as long as coins of their tribe are left. So a seat counts on what its settlements score
without a Shaman, and on the best place that its own Shaman will find at the seat's last turn: a place is lost to it
where another Shaman stands in the settlement, and the last turn is of no use if a later seat moves its Shaman away.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.games.tribes.layout import BOARD, FOUR, Land, Masks, tiles_of
from rules.games.tribes.position import TribesPosition
from rules.games.tribes.scoring import HIGHEST_MULTIPLIER, influence, settlement_scores, tribe_scores

NO_SHAMANS = (0, 0, 0, 0)
NEGLIGIBLE = 0.02
"""Chance of finding all better places taken below which the rest is not looked at."""
RETURN = 0.5
"""How likely a Shaman that is not moved before its last turn could not go on in the settlement in which it stands."""
KNOWN = 4096
"""Outlooks kept: the turns of one position differ in few of their markers."""


class Site(NamedTuple):
    """Open quadrants alike for a Shaman: they join the same settlements and lie on the same new tile, or on no new one.

    `joined` holds the quadrants of these settlements, `gains` by tribe what its Shaman would bring here.
    """

    quadrants: int
    joined: int
    gains: tuple[int, ...]


class Outlook:
    """What the markers on a board score for each tribe, and what a Shaman could add to it."""

    def __init__(self, land: Land, markers: Masks) -> None:
        self._land, self._markers = land, markers
        marked = sum(markers)
        self._scores = {each: settlement_scores(land, each, markers, NO_SHAMANS) for each in BOARD.components(marked)}
        self.lasting = [sum(scores) for scores in zip(*self._scores.values(), strict=True)]
        """Points by tribe with no Shaman on the board."""
        self._around = BOARD.spread(marked) & ~marked
        self._sites = list(self._grouped())
        self._best = [sorted(self._sites, key=lambda site: -site.gains[tribe]) for tribe in FOUR]
        self._shares: dict[int, float] = {}

    def best(self, tribe: int) -> list[Site]:
        """The sites, those first where the Shaman of this tribe brings most."""
        return self._best[tribe]

    def share(self, settlements: int) -> float:
        """Which part of all quadrants for Shamans touches one of these settlements."""
        if settlements not in self._shares:
            touching = (BOARD.spread(settlements) & self._around).bit_count()
            self._shares[settlements] = touching / self._around.bit_count()
        return self._shares[settlements]

    def _grouped(self) -> Iterator[Site]:
        alike: dict[tuple[int, int], int] = {}
        for square in BOARD.squares(self._around):
            around = BOARD.neighbours[square]
            joined = sum(each for each in self._scores if each & around)
            bit = BOARD.bits[square]
            kind = (joined, tiles_of(bit) & ~tiles_of(joined))
            alike[kind] = alike.get(kind, 0) | bit
        for (joined, _), quadrants in alike.items():
            yield Site(quadrants, joined, self._gains(joined, quadrants & -quadrants))

    def _gains(self, joined: int, bit: int) -> tuple[int, ...]:
        strength = influence(joined, self._markers, NO_SHAMANS)
        total = sum(self._land.resources(joined | bit))
        lost = [scores for each, scores in self._scores.items() if each & joined]
        return tuple(
            [
                total * (HIGHEST_MULTIPLIER - sum([other > strength[tribe] + 1 for other in strength]))
                - sum([scores[tribe] for scores in lost])
                for tribe in FOUR
            ]
        )


@lru_cache(maxsize=KNOWN)
def outlook_of(land: Land, markers: Masks) -> Outlook:
    """The outlook on a board, made once."""
    return Outlook(land, markers)


def expected(position: TribesPosition) -> list[float]:
    """Points by seat that may be expected at the end."""
    outlook = outlook_of(position.land, position.markers)
    due = [any(hand[tribe] for hand in position.hands) for tribe in FOUR]
    settled = [0 if due[tribe] else position.shamans[tribe] for tribe in FOUR]
    lasting = tribe_scores(position.land, position.markers, settled) if any(settled) else outlook.lasting
    return [lasting[tribe] + _hope(position, outlook, seat) for seat, tribe in enumerate(position.chosen)]


def _hope(position: TribesPosition, outlook: Outlook, seat: Seat) -> float:
    """What a seat's own Shaman will probably bring at the end, in points."""
    tribe = position.chosen[seat]
    if not position.hands[seat][tribe]:
        return 0.0
    remains = 1.0
    for hand in position.hands[seat + 1 :]:
        if any(hand):
            remains *= 1 - hand[tribe] / sum(hand)
    return remains * _best_site(position, outlook, seat) if remains else 0.0


def _best_site(position: TribesPosition, outlook: Outlook, seat: Seat) -> float:
    """What the best site brings that is still free at the seat's last turn, in points."""
    tribe = position.chosen[seat]
    rivals = Rivals(position, outlook, seat)
    brought, left, passed = 0.0, 1.0, 0
    for site in outlook.best(tribe):
        if site.joined & passed:
            continue
        free = rivals.leave(site.joined)
        brought += left * free * site.gains[tribe]
        left *= 1 - free
        passed |= site.joined
        if left < NEGLIGIBLE:
            break
    return brought


class Rivals:
    """The other Shamans, in the way of one seat's own at its last turn."""

    def __init__(self, position: TribesPosition, outlook: Outlook, seat: Seat) -> None:
        own = position.chosen[seat]
        self._outlook = outlook
        self._home = position.homes[own]
        self._guard = stays(position, own, seat) if self._home else 0.0
        self._others = [
            (position.homes[tribe], 0.0 if position.hands[seat][tribe] else stays(position, tribe, seat))
            for tribe in FOUR
            if tribe != own and (position.homes[tribe] or any(hand[tribe] for hand in position.hands))
        ]

    def leave(self, settlements: int) -> float:
        """The chance that none of them stands in these settlements, and that the own Shaman may go there."""
        free = 1.0
        elsewhere = self._elsewhere(settlements)
        for home, stay in self._others:
            free *= (0.0 if home & settlements else stay) + (1 - stay) * elsewhere
        if self._home and not settlements & ~self._home:
            free *= 1 - RETURN * self._guard
        return free

    def _elsewhere(self, settlements: int) -> float:
        """The chance that a Shaman that moves goes elsewhere: it may not go where the own one stands."""
        anywhere = 1 - self._outlook.share(settlements)
        if not settlements & self._home:
            return anywhere
        beyond = settlements & ~self._home
        guarded = 1 - self._outlook.share(beyond) if beyond else 1.0
        return self._guard * guarded + (1 - self._guard) * anywhere


def stays(position: TribesPosition, tribe: int, seat: Seat) -> float:
    """The chance that no other seat moves a tribe's Shaman before this seat's last turn.

    All coins have to be spent: who acts earlier in the round has none left by then, who acts later may have kept one.
    """
    chance = 1.0
    for other, hand in enumerate(position.hands):
        if other != seat and hand[tribe]:
            chance *= 1 / sum(hand) if other > seat and hand[tribe] == 1 else 0.0
    return chance
