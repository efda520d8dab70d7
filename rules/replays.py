"""The replay of a log."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from rules.game import AnyPosition
from rules.play import check_action
from rules.registry import game


def replay(setup: Mapping[str, Any], log: Iterable[str | Hashable]) -> AnyPosition:
    """The position after a list of actions, outcomes of chance included, each checked as if it were played now."""
    ruleset = game(setup.get("game", ""))
    position = ruleset.initial_position(setup)
    for entry in log:
        action = ruleset.parse_action(entry) if isinstance(entry, str) else entry
        check_action(position, action)
        position = position.apply(action)
    return position
