"""What each sector holds, and what a die is, for whoever hears it read."""

from __future__ import annotations

from collections.abc import Mapping

from rules.canvas import EMPTY, SEATS
from rules.games.seasons.position import Seasons
from rules.games.seasons.sectors import SECTORS
from rules.prose import N_, Sentence


def labels(position: Seasons) -> Mapping[str, Sentence]:
    """By what can be clicked: the sums in the sector, or that it is a die."""
    sectors = {sector.name: _sums(row) for sector, row in zip(SECTORS, position.discs, strict=True)}
    return sectors | {str(value): Sentence(N_("die")) for value in position.dice}


def _sums(row: tuple[int, ...]) -> Sentence:
    sums = [f"{look.letter} {eye_sum}" for look, eye_sum in zip(SEATS, row, strict=False) if eye_sum]
    return Sentence("{sums}", {"sums": ", ".join(sums)}) if sums else EMPTY
