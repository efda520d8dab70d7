"""Every action there is, made once: four tribes to choose or discard, a coin on 96 quadrants, four Shamans on them."""

from __future__ import annotations

from typing import NamedTuple

from rules.errors import BadNotation
from rules.games.tribes.layout import BOARD, TRIBES
from rules.notation import words

CHOOSE, SHAMAN, COIN, DISCARD = "choose", "shaman", "coin", "discard"
NONE = -1
"""Stands where an action or a position has no tribe or no quadrant."""


class Action(NamedTuple):
    """A verb with the tribe (an index of TRIBES) and the quadrant that it needs, or NONE, and its notation."""

    verb: str
    tribe: int
    square: int
    notation: str

    def __str__(self) -> str:
        return self.notation


def _with_tribe(verb: str) -> tuple[Action, ...]:
    return tuple(Action(verb, tribe, NONE, f"{verb} {name}") for tribe, name in enumerate(TRIBES))


CHOOSES = _with_tribe(CHOOSE)
DISCARDS = _with_tribe(DISCARD)
COINS = tuple(Action(COIN, NONE, square, f"{COIN} {name}") for square, name in enumerate(BOARD.names))
SHAMANS = tuple(
    tuple(Action(SHAMAN, tribe, square, f"{SHAMAN} {name} {quadrant}") for square, quadrant in enumerate(BOARD.names))
    for tribe, name in enumerate(TRIBES)
)
"""By tribe and quadrant."""
ACTIONS = tuple(action for actions in (CHOOSES, DISCARDS, COINS, *SHAMANS) for action in actions)
"""All that a seat can do."""
_BY_NOTATION = {action.notation: action for action in ACTIONS}


def parse_action(text: str) -> Action:
    """The action that `text` writes, or BadNotation."""
    written = " ".join(words(text))
    try:
        return _BY_NOTATION[written]
    except KeyError:
        raise BadNotation(text) from None
