"""Conformance vectors: games played at random, with all that the rules say of each position, for rules in any language.

Whoever writes the rules anew replays `actions` from `setup`, and compares what comes before each of them and after the
last; or writes such documents with an own program, and has `differences` look at them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from random import Random
from typing import Any, TypedDict

from rules.errors import BadNotation, BadSetup, IllegalAction, UnknownGame
from rules.game import CHANCE, AnyPosition, Game
from rules.play import check_action
from rules.registry import game as game_named
from rules.setup import Setup

FORMAT = "sundial-vector-1"


class ToldPosition(TypedDict):
    """Who is to move (-1 is chance, null is nobody), what may happen, in the order of its letters, and the score."""

    to_move: int | None
    legal: list[str]
    scores: list[int]
    winners: list[int] | None


class Vector(TypedDict):
    """A game: one position before each action, and one after the last."""

    format: str
    ruleset: str
    rules_version: str
    setup: Setup
    actions: list[str]
    positions: list[ToldPosition]


def vector(game: Game, rng: Random) -> Vector:
    """A game to its end, among any number of players, by any options, each action drawn from all that are legal."""
    options = {name: rng.choice(list(option.values)) for name, option in game.options.items()}
    setup = game.new_setup(rng.choice(list(game.players)), options, rng)
    position = game.initial_position(setup)
    actions: list[str] = []
    positions = [_told(position)]
    while legal := positions[-1]["legal"]:
        actions.append(rng.choice(legal))
        position = position.apply(game.parse_action(actions[-1]))
        positions.append(_told(position))
    return {
        "format": FORMAT,
        "ruleset": game.id,
        "rules_version": game.version,
        "setup": setup,
        "actions": actions,
        "positions": positions,
    }


def differences(document: Mapping[str, Any]) -> Iterator[str]:
    """All that such a document says otherwise than our rules; nothing if they agree.

    What cannot be replayed is one difference, after which nothing more is looked at.
    """
    try:
        told = list(_replayed(document))
    except (BadSetup, BadNotation, IllegalAction, UnknownGame, LookupError, TypeError, ValueError) as failure:
        yield f"cannot be replayed: {type(failure).__name__} {failure}"
        return
    given = document.get("positions")
    for number, (ours, theirs) in enumerate(zip_longest(told, given if isinstance(given, list) else [])):
        yield from _unlike(number, ours, theirs)


def _replayed(document: Mapping[str, Any]) -> Iterator[ToldPosition]:
    game = game_named(document["ruleset"])
    game.check_setup(document["setup"])
    position = game.initial_position(document["setup"])
    yield _told(position)
    for text in document["actions"]:
        action = game.parse_action(text)
        check_action(position, action)
        position = position.apply(action)
        yield _told(position)


def _told(position: AnyPosition) -> ToldPosition:
    to_move = position.current_player()
    return {
        "to_move": to_move,
        "legal": sorted(map(str, _possible(position, to_move))),
        "scores": list(position.scores()),
        "winners": sorted(position.winners()) if to_move is None else None,
    }


def _possible(position: AnyPosition, to_move: int | None) -> list[Any]:
    if to_move is None:
        return []
    if to_move == CHANCE:
        return [outcome for outcome, _ in position.chance_outcomes()]
    return list(position.legal_actions())


def _unlike(number: int, ours: ToldPosition | None, theirs: object) -> Iterator[str]:
    if ours is None or not isinstance(theirs, Mapping):
        yield f"position {number}: {'is one too many' if ours is None else 'is missing'}"
        return
    for name, value in ours.items():
        given = theirs.get(name)
        if name == "legal" and isinstance(value, list) and isinstance(given, list):
            lost, more = set(value) - set(map(str, given)), set(map(str, given)) - set(value)
            yield from (f"position {number}: {action!r} is legal" for action in sorted(map(str, lost)))
            yield from (f"position {number}: {action!r} is not legal" for action in sorted(more))
        elif given != value:
            yield f"position {number}: {name} is {value}, not {given}"
