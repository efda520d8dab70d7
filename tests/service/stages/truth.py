"""What a game is by its log alone, and whether a process shows just that."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Protocol

import rules
from rules import AnyPosition
from rules.stopped import stopped


class Answer(Protocol):
    """What a process answers."""

    @property
    def status_code(self) -> int:
        """The status of HTTP."""

    @property
    def text(self) -> str:
        """The body as it came."""

    @property
    def json(self) -> Any:
        """What the body holds."""


class Reader(Protocol):
    """A program that looks at games in one process."""

    def get(self, path: str) -> Answer:
        """The answer to a GET below the API's prefix."""


def assert_shows_its_log(program: Reader, path: str) -> None:
    """Position, legal actions, board, scores and turn of a game that has begun are those of a replay of its log."""
    record = told(program, f"{path}/record")
    position, before = _replayed(record["setup"], record["log"])
    shown = told(program, path)
    is_on = shown["status"] == "active"
    assert shown["log_length"] == len(record["log"])
    assert shown["position"] == {"ruleset": shown["ruleset"], **json.loads(json.dumps(position.to_json()))}
    assert shown["scores"] == list(position.scores())
    assert shown["to_move"] == (position.current_player() if is_on else None)
    picture, drawn = rules.game(record["ruleset"]).picture, position if is_on else stopped(position)
    assert program.get(f"{path}/board.txt").text == picture.text(drawn, before) + "\n"
    if is_on:
        legal = told(program, f"{path}/legal-actions")
        assert (legal["version"], legal["seat"]) == (shown["version"], shown["to_move"])
        assert legal["actions"] == [str(action) for action in position.legal_actions()]


def told(program: Reader, path: str) -> Any:
    """The JSON of an answer that is no refusal."""
    answer = program.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json


def two_moves(program: Reader, path: str) -> tuple[str, str]:
    """Two whole moves of the seat to act, by the log; different ones if there are."""
    record = told(program, f"{path}/record")
    found = list(islice(_whole_moves(_replayed(record["setup"], record["log"])[0]), 40))
    return found[0], found[-1]


def _whole_moves(position: AnyPosition, begun: tuple[str, ...] = ()) -> Iterator[str]:
    for action in position.legal_actions():
        after, written = position.apply(action), (*begun, str(action))
        if after.mid_turn:
            yield from _whole_moves(after, written)
        else:
            yield ", ".join(written)


def _replayed(setup: dict[str, Any], log: Sequence[dict[str, Any]]) -> tuple[AnyPosition, AnyPosition | None]:
    """The position after the log, and the one before its last move."""
    actions = [entry["action"] for entry in log]
    first = next((number for number, entry in enumerate(log) if entry["version"] == log[-1]["version"]), None)
    return rules.replay(setup, actions), rules.replay(setup, actions[:first]) if first is not None else None
