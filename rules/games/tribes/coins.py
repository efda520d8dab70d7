"""How many coins of each tribe every seat holds at the start (rule sheet: Setup, and the optional advanced rule)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.games.tribes.layout import TRIBES

Hand = tuple[int, ...]
"""Unplaced coins by tribe."""


class Deal(NamedTuple):
    """Coins of the own tribe, of each other player's, and of each tribe that nobody plays."""

    own: int
    others: int
    unused: int


STANDARD = {2: Deal(6, 0, 3), 3: Deal(6, 0, 2), 4: Deal(6, 0, 0)}
ADVANCED = {2: Deal(4, 2, 3), 3: Deal(4, 1, 2), 4: Deal(3, 1, 0)}
"""For two the sheet's table prints 3 others, but its text exchanges 2, and a tribe has only six coins."""


def deal(chosen: Sequence[int], *, advanced: bool) -> tuple[Hand, ...]:
    """The hands by seat, once each seat has chosen the tribe that `chosen` names."""
    counts = (ADVANCED if advanced else STANDARD)[len(chosen)]
    return tuple(
        tuple(
            counts.own if tribe == own else counts.others if tribe in chosen else counts.unused
            for tribe in range(len(TRIBES))
        )
        for own in chosen
    )
