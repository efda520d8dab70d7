"""The board of a game that ended before its end, by resignation or time: as it stands, and nobody goes on."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import Any

from rules.game import AnyPosition


def stopped(position: AnyPosition) -> AnyPosition:
    """The same board to be shown, where nobody is to act and nobody has won; one that is over stays as it is."""
    if position.current_player() is None:
        return position
    still = copy(position)
    object.__setattr__(still, "__class__", _still(type(position)))
    return still


@cache
def _still(kind: type[AnyPosition]) -> type[AnyPosition]:
    """Positions of that kind in which nothing is to be done; the slots are the same, so one becomes the other."""

    def current_player(self: AnyPosition) -> None:
        """Nobody."""

    def nothing(self: AnyPosition) -> Sequence[Any]:
        """No action, outcome or winner."""
        return ()

    changed = {"current_player": current_player, "winners": nothing, "mid_turn": False, "is_stopped": True}
    changed |= dict.fromkeys(("legal_actions", "chance_outcomes"), nothing)
    return type(f"Stopped{kind.__name__}", (kind,), {"__slots__": (), **changed, **kind.nothing_left})
