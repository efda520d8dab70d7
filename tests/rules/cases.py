"""Play a case of `rules.teaching.cases`, and check all of its claims.

legal: 14                  (the number of legal actions, or all of them, separated by commas)
to move: 1                 (a seat, `chance` or `nobody`)
scores: 0 8
winners: 1                 (seats, or `none`)
json: sectors.3.owner = null   (a value of `to_json`, as JSON or as a bare word)
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import rules
from rules import AnyPosition, BadNotation, Game, IllegalAction
from rules.teaching.cases import Case

DOES_NOT_HOLD = (AssertionError, LookupError, ValueError, pytest.fail.Exception)
"""What a step raises that goes wrong; a refusal of the rules is a ValueError."""


def run(case: Case) -> None:
    """Play the case; AssertionError or a refusal, with the line as its note, where it does not hold."""
    position = case.first_position()
    for step in case.steps:
        try:
            position = STEPS[step.keyword](case.game, position, step.text)
        except DOES_NOT_HOLD as error:
            error.add_note(f"line {step.number}: {step.keyword}: {step.text}")
            raise


def _say(_: Game, position: AnyPosition, sentence: str) -> AnyPosition:
    assert sentence
    return position


def _play(_: Game, position: AnyPosition, move: str) -> AnyPosition:
    return rules.play(position, move)


def _accept(_: Game, position: AnyPosition, move: str) -> AnyPosition:
    after = position
    for action in rules.parse_move(position, move):
        rules.check_action(after, action)
        after = after.apply(action)
    return position


def _refuse(game: Game, position: AnyPosition, text: str) -> AnyPosition:
    move, _, code = (part.strip() for part in text.rpartition("="))
    with pytest.raises((IllegalAction, BadNotation)) as refusal:
        rules.play(position, move)
    assert refusal.value.code == code
    assert str(rules.explain(game, refusal.value))
    return position


def _point(game: Game, position: AnyPosition, text: str) -> AnyPosition:
    places, equals, answer = text.partition(" = ")
    assert equals
    assert answer.endswith(".")
    assert set(places.split(", ")) <= set(re.findall(r'data-word="([^"]+)"', game.picture.svg(position)))
    return position


def _legal(_: Game, position: AnyPosition, text: str) -> AnyPosition:
    found = [str(action) for action in position.legal_actions()]
    if text.isdecimal():
        assert len(found) == int(text)
    else:
        assert sorted(found) == sorted(part.strip() for part in text.split(","))
    return position


def _to_move(_: Game, position: AnyPosition, text: str) -> AnyPosition:
    names = {rules.CHANCE: "chance", None: "nobody"}
    to_act = position.current_player()
    assert names.get(to_act, str(to_act)) == text
    return position


def _scores(_: Game, position: AnyPosition, text: str) -> AnyPosition:
    assert list(position.scores()) == [int(word) for word in text.split()]
    return position


def _winners(_: Game, position: AnyPosition, text: str) -> AnyPosition:
    assert list(position.winners()) == [int(word) for word in text.split() if word != "none"]
    return position


def _json(_: Game, position: AnyPosition, text: str) -> AnyPosition:
    path, equals, written = (part.strip() for part in text.partition("="))
    assert equals, "it should read `json: key.path = value`"
    value: Any = json.loads(json.dumps(position.to_json()))
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    assert value == _read_value(written)
    return position


def _read_value(written: str) -> object:
    try:
        return json.loads(written)
    except ValueError:
        return written


STEPS: dict[str, Callable[[Game, AnyPosition, str], AnyPosition]] = {
    "say": _say,
    "play": _play,
    "accept": _accept,
    "refuse": _refuse,
    "point": _point,
    "legal": _legal,
    "to move": _to_move,
    "scores": _scores,
    "winners": _winners,
    "json": _json,
}
