"""The replay of a log."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from rules.game import AnyPosition
from rules.play import check_action
from rules.registry import game
from rules.takebacks import standing


def replay(setup: Mapping[str, Any], log: Iterable[str | Hashable]) -> AnyPosition:
    """The position after a list of actions, outcomes of chance included, each checked as if it were played now.

    What was taken back (see `takebacks`) is left out.
    """
    ruleset = game(setup.get("game", ""))
    position = ruleset.initial_position(setup)
    entries = list(log)
    for number in standing(map(str, entries)):
        entry = entries[number]
        action = ruleset.parse_action(entry) if isinstance(entry, str) else entry
        check_action(position, action)
        position = position.apply(action)
    return position
