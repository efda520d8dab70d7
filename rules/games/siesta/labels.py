"""What each square of the village holds, and what is left of each kind of piece, for whoever hears it read."""

from __future__ import annotations

from collections.abc import Mapping

from rules.canvas import EMPTY, SEATS
from rules.games.siesta.pieces import BITS, KINDS, SQUARES
from rules.games.siesta.position import Siesta
from rules.prose import N_, Sentence


def labels(position: Siesta) -> Mapping[str, Sentence]:
    """By what can be clicked: the piece there, or how many are left."""
    squares = {name: _piece(position, bit) for bit, name in zip(BITS, SQUARES.names, strict=True)}
    left = zip(KINDS, position.supply(position.seat), strict=True)
    return squares | {kind: Sentence(N_("{count} left"), {"count": count}) for kind, count in left}


def _piece(position: Siesta, bit: int) -> Sentence:
    if bit & position.suns:
        return Sentence(N_("sun"))
    if bit & position.shadows:
        return Sentence(N_("shadow"))
    owner = next((look.letter for look, own in zip(SEATS, position.roofs, strict=False) if own & bit), None)
    return Sentence(N_("roof of {seat}"), {"seat": owner}) if owner else EMPTY
