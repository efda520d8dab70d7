"""All actions, created once: four tribes to choose or discard, a coin on 96 quadrants, four Shamans on them."""

from __future__ import annotations

from typing import NamedTuple

from rules.errors import BadNotation
from rules.games.tribes.layout import BOARD, TRIBES
from rules.notation import words

CHOOSE, SHAMAN, COIN, DISCARD = "choose", "shaman", "coin", "discard"
NONE = -1
"""Value of a missing tribe or quadrant."""


class Action(NamedTuple):
    """A verb with its tribe (an index of TRIBES) and quadrant, or NONE, and the notation."""

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
"""Shaman moves by tribe and quadrant."""
ACTIONS = tuple(action for actions in (CHOOSES, DISCARDS, COINS, *SHAMANS) for action in actions)
"""All actions of the seats."""
_BY_NOTATION = {action.notation: action for action in ACTIONS}


def parse_action(text: str) -> Action:
    """Parse an action; raise BadNotation."""
    written = " ".join(words(text))
    try:
        return _BY_NOTATION[written]
    except KeyError:
        raise BadNotation(text) from None
