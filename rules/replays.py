"""Replay of an append-only log: an entry `takeback 7` undoes entry 7 and all after it.

Such an entry is no action of a game. It has a number like any other, so later chance outcomes are drawn anew.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from rules.game import AnyPosition
from rules.play import check_action
from rules.registry import game

_TAKEBACK = re.compile(r"takeback (0|[1-9][0-9]{0,8})")


def takeback(first: int) -> str:
    """Return the log entry that undoes entry `first` and all after it."""
    return f"takeback {first}"


def taken_back(entry: str) -> int | None:
    """Return the number of the first entry that a takeback undoes; None for other entries."""
    found = _TAKEBACK.fullmatch(entry)
    return int(found[1]) if found else None


def standing(log: Iterable[str]) -> list[int]:
    """Return the numbers of the entries in effect, without undone entries and takebacks."""
    kept: list[int] = []
    for number, entry in enumerate(log):
        first = taken_back(entry)
        if first is None:
            kept.append(number)
            continue
        while kept and kept[-1] >= first:
            kept.pop()
    return kept


def replay(setup: Mapping[str, Any], log: Iterable[str | Hashable]) -> AnyPosition:
    """Replay a log of actions and chance outcomes, each checked as if it were played now; skip undone entries."""
    ruleset = game(setup.get("game", ""))
    position = ruleset.initial_position(setup)
    entries = list(log)
    for number in standing(map(str, entries)):
        entry = entries[number]
        action = ruleset.parse_action(entry) if isinstance(entry, str) else entry
        check_action(position, action)
        position = position.apply(action)
    return position
