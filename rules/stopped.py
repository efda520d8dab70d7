"""Board of a game that ended early, by resignation or time: its last position, without a seat to act."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import Any

from rules.game import AnyPosition


def stopped(position: AnyPosition) -> AnyPosition:
    """Copy a position without a seat to act or winners, for display; return a finished one unchanged."""
    if position.current_player() is None:
        return position
    still = copy(position)
    object.__setattr__(still, "__class__", _still(type(position)))
    return still


@cache
def _still(kind: type[AnyPosition]) -> type[AnyPosition]:
    """Create a subclass without actions; equal slots allow changing an instance's class to it."""

    def current_player(self: AnyPosition) -> None:
        """Return no seat."""

    def nothing(self: AnyPosition) -> Sequence[Any]:
        """Return no action, outcome or winner."""
        return ()

    changed = {"current_player": current_player, "winners": nothing, "mid_turn": False, "is_stopped": True}
    changed |= dict.fromkeys(("legal_actions", "chance_outcomes"), nothing)
    return type(f"Stopped{kind.__name__}", (kind,), {"__slots__": (), **changed, **kind.nothing_left})
