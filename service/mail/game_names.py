"""Which game somebody means. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache

import rules

_ALIKE = 0.75
_MARKS = ".!\"'<> "


def game_named(text: str) -> str | None:
    """The id of the game that is meant: by its id, its name or the first word of it, also misspelt; None if none is."""
    wanted, names = text.lower().strip(_MARKS), _names()
    if wanted in names:
        return names[wanted]
    near = get_close_matches(wanted, names, 1, _ALIKE)
    return names[near[0]] if near else None


def game_at_beginning(words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """The id of the game that the first words name, as many as do, and the words behind them."""
    for count in range(len(words), 0, -1):
        named = _names().get(" ".join(words[:count]))
        if named:
            return named, words[count:]
    return (game_named(words[0]), words[1:]) if words else (None, ())


@cache
def _names() -> Mapping[str, str]:
    games = rules.games().values()
    first = {game.name.lower().split()[0]: game.id for game in reversed(list(games))}
    spoken = {game.name.lower().replace(",", "").replace(" the ", " "): game.id for game in games}
    return first | spoken | {game.name.lower(): game.id for game in games} | {game.id: game.id for game in games}
