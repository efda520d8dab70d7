"""The replay of a log, which is only appended to: `takeback 7` in it says that entry 7, and all after it, is off.

Such an entry is no action of a game. It has a number like any other, so whatever chance brings later is drawn anew.
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
    """The entry that takes back entry `first` of a log and all after it."""
    return f"takeback {first}"


def taken_back(entry: str) -> int | None:
    """The number of the first entry that an entry takes back; None if it is none that takes back."""
    found = _TAKEBACK.fullmatch(entry)
    return int(found[1]) if found else None


def standing(log: Iterable[str]) -> list[int]:
    """The numbers of the entries that led to where a log has come: of what was taken back, and by what, none."""
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
    """The position after a list of actions, outcomes of chance included, each checked as if it were played now.

    What was taken back is left out.
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
