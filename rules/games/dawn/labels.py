"""What each square holds, and what the bars of the set are, for whoever hears it read."""

from __future__ import annotations

from collections.abc import Mapping

from rules.canvas import EMPTY
from rules.games.dawn.actions import BOARD, CERES, LENGTHS, VESTA
from rules.games.dawn.position import DawnPosition
from rules.prose import N_, Sentence


def labels(position: DawnPosition) -> Mapping[str, Sentence]:
    """By what can be clicked: the bar or the asteroid there, who can reach it, or what is left of the set."""
    found = dict.fromkeys(BOARD.names, EMPTY)
    for name, asteroid, square in (("Vesta", VESTA, position.vesta), ("Ceres", CERES, position.ceres)):
        if square is not None:
            for near in BOARD.squares(position.reach(asteroid)):
                found[BOARD.names[near]] = _reached(found[BOARD.names[near]], name)
            found[BOARD.names[square]] = Sentence(name)
    for bar in position.bars:
        for square in BOARD.squares(bar.mask):
            found[BOARD.names[square]] = Sentence(N_("{length}-bar"), {"length": bar.length})
    bars = {str(length): _in_set(position, length) for length in LENGTHS}
    return found | bars | {"upright": Sentence(N_("to stand"))}


def _reached(held: Sentence, asteroid: str) -> Sentence:
    return Sentence(N_("{held}, in reach of {asteroid}"), {"held": held, "asteroid": asteroid})


def _in_set(position: DawnPosition, length: int) -> Sentence:
    return Sentence(N_("bar of the set")) if length in position.left else Sentence(N_("bar placed already"))
