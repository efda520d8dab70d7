"""Compare a process's view of a game with a replay of its log."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Protocol

import rules
from rules import AnyPosition
from rules.stopped import stopped


class Answer(Protocol):
    """A process's response."""

    @property
    def status_code(self) -> int:
        """The status of HTTP."""

    @property
    def text(self) -> str:
        """The body as it came."""

    @property
    def json(self) -> Any:
        """Parse the body."""


class Reader(Protocol):
    """A program that reads games from one process."""

    def get(self, path: str) -> Answer:
        """Send a GET below the API's prefix."""


def assert_shows_its_log(program: Reader, path: str) -> None:
    """Check position, legal actions, board, scores and turn of a running game against a replay of its log."""
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
    """Return the JSON of a successful response."""
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
    """Return the position after the log, and the one before its last move."""
    actions = [entry["action"] for entry in log]
    first = next((number for number, entry in enumerate(log) if entry["version"] == log[-1]["version"]), None)
    return rules.replay(setup, actions), rules.replay(setup, actions[:first]) if first is not None else None
