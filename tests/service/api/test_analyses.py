"""Analyses over REST: refused while people play, and there once the game is over."""

from __future__ import annotations

from werkzeug.test import TestResponse

from rules.json_types import Json
from service.play.analyses import claim_analyses, keep
from tests.service.api.program import Match, Program, code
from tests.service.conftest import FakeClock

FOUND: dict[str, Json] = {
    "seat": 0,
    "played": "place max-16",
    "moves": [
        {"move": "place max-15", "chances": [0.9, 0.1], "scores": [9.0, 8.0]},
        {"move": "place max-16", "chances": [0.4, 0.6], "scores": [7.5, 8.0]},
    ],
}


def waiting(answer: TestResponse) -> int:
    """How many positions an analysis still waits for."""
    assert answer.json is not None
    count: int = answer.json["waiting"]
    return count


def test_while_people_play_nothing_is_told_unless_all_agree(running: Match) -> None:
    path = f"{running.path}/analysis"
    refused = running.ann.get(path)
    assert code(refused) == (409, "analysis-not-agreed")

    first = running.ann.post(path, {})
    again = running.ann.get(path)
    asked = running.bob.post(path, {})

    assert first.json == {"version": 1, "waiting": 0, "agreed": [0], "positions": [], "turning_points": []}
    assert again.json is not None
    assert again.json["agreed"] == [0]
    assert asked.json is not None
    assert (asked.status_code, asked.json["agreed"], asked.json["waiting"]) == (202, [0, 1], 1)
    assert running.ann.get(path).status_code == 200


def test_of_a_game_that_is_over_anybody_who_sees_it_is_told_what_was_best(
    running: Match, anybody: Program, clock: FakeClock
) -> None:
    running.table.play_to_the_end()
    path = f"{running.path}/analysis"
    assert code(running.ann.post(path, {"at": 99_999})) == (404, "no-such-position")
    assert code(running.ann.post(path, {"at": running.table.game.log_length})) == (409, "nothing-to-analyse")
    assert waiting(running.ann.post(path, {"at": 1})) == 1
    [row] = claim_analyses(clock())
    keep(row, FOUND, clock())

    told = running.bob.get(f"{path}?at=1").json

    assert told is not None
    [position] = told["positions"]
    assert position == {"at": 1, **FOUND}
    assert told["turning_points"] == [
        {"at": 1, "seat": 0, "played": "place max-16", "chance": 0.4, "better": "place max-15", "better_chance": 0.9}
    ]
    assert waiting(running.bob.get(f"{path}?at=2")) == 0
    assert anybody.get(path).status_code == 404
