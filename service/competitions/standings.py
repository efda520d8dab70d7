"""Places and tie-breaks of a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.competitions.pairing.interface import Entrant, Met
from service.models.competition import System


@dataclass(frozen=True)
class Row:
    """A player's line in the table."""

    place: int
    """From 1; who shares a place has the same one, and the next place is left out."""
    number: int
    half_points: int
    tie_breaks: tuple[int, ...]
    """The values of the system's `TIE_BREAKS`, in their order and units."""
    has_left: bool


TIE_BREAKS: dict[System, tuple[str, ...]] = {
    System.ROUND_ROBIN: ("sonneborn-berger",),
    System.SWISS: ("buchholz-cut-1", "buchholz", "sonneborn-berger"),
    System.KNOCK_OUT: (),
    System.TABLES: ("sonneborn-berger",),
}
"""Codes of what a row shows. Buchholz is in half points, Sonneborn-Berger in quarters. Direct encounters come first."""


def standings(system: System, entrants: Sequence[Entrant], met: Sequence[Met]) -> Sequence[Row]:
    """Return the table, best first."""
    raise NotImplementedError
