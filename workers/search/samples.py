"""What a search sees of a game: whatever its tactics offer of what `rules.searching` names."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import itemgetter
from random import Random
from typing import Any, TypeAlias

from rules import AnyPosition
from rules.game import Tactics
from rules.searching import Sampling, Settling, Sketching, Tracing

Marks: TypeAlias = Sequence[Sequence[int]]
"""By seat, the numbers that stand for the actions by which a sample came about; nothing where none are told."""
NO_MARKS: Marks = ()
Pairs: TypeAlias = Sequence[tuple[Any, float | Fraction]]
LOOKS = 3
"""Samples of a position before its prospects are looked for, which cost several times as much."""


class Samples:
    """What a search sees of a game: prospects and samples, or candidates and estimates in games that have no more."""

    def __init__(self, tactics: Tactics, position: AnyPosition) -> None:
        self._tactics = tactics
        self._sample = tactics.sample if isinstance(tactics, Sampling) else None
        self._prospects = tactics.prospects if isinstance(tactics, Sampling) else tactics.candidates
        self.looks = LOOKS if self._sample else 1
        """Visits of a node before what can happen there is found out."""
        self.first = tactics.sketch(position) if isinstance(tactics, Sketching) else position
        """The position that the search begins with, as it sees positions."""
        self.equivalence = tactics.equivalence(self.first) if isinstance(tactics, Tracing) else 0.0
        self.mark = tactics.mark if isinstance(tactics, Tracing) else None
        self._traced = tactics.traced if isinstance(tactics, Tracing) and self.equivalence else None
        self._settled = tactics.settled if isinstance(tactics, Settling) else None

    def sample(self, position: AnyPosition, rng: Random) -> tuple[Sequence[float], Marks]:
        """A sample of a position, or the estimate, which never changes; and the marks by seat, where they count."""
        if self._traced:
            return self._traced(position, rng)
        return self._sample(position, rng) if self._sample else self._tactics.estimate(position), ()

    def ranked(self, position: AnyPosition) -> Pairs:
        """The prospects, the likeliest first."""
        return sorted(self._prospects(position), key=itemgetter(1), reverse=True)

    def is_settled(self, position: AnyPosition) -> bool:
        """Whether every sample of a position has the same value, and no walk need go on."""
        if self._settled:
            return self._settled(position)
        return not self._sample and position.current_player() is None
