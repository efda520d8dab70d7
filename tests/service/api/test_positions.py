"""Positions as JSON, and that each says whose it is."""

from __future__ import annotations

import pytest

import rules
from tests.service.api.document import valid
from tests.service.api.program import Match, Program, code

SHOWN = {"$ref": "#/components/schemas/GamePosition"}


def test_the_position_is_there_at_any_point_of_the_log(running: Match) -> None:
    before = running.bob.get(running.path).json
    running.ann.play(running.table.id, "place max-15")
    shown = [running.bob.get(f"{running.path}/position?at={at}").json for at in (0, 1, 3)]
    now, game = running.bob.get(f"{running.path}/position").json, running.bob.get(running.path).json
    assert before
    assert now
    assert game
    assert now
    assert now == shown[2] == {"at": 3, "setup": game["setup"], "position": game["position"]}
    assert shown[1]
    assert shown[1]["position"] == before["position"] != now["position"]
    assert shown[0]
    assert shown[0]["position"] == {"ruleset": "seasons", **rules.replay(game["setup"], []).to_json()}


def test_a_position_beyond_the_log_or_before_the_game_has_begun_is_not_there(running: Match, ann: Program) -> None:
    assert code(running.ann.get(f"{running.path}/position?at=2")) == (404, "no-such-position")
    wish = {"ruleset": "seasons", "seats": [{"me": True}, {"open": True}]}
    inviting = ann.post("/games", wish).json
    assert inviting
    assert code(ann.get(f"/games/{inviting['id']}/position")) == (404, "not-started")


@pytest.mark.parametrize("ruleset", list(rules.games()))
def test_positions_of_every_ruleset_are_as_they_are_described(ann: Program, ruleset: str) -> None:
    seats = [{"me": True}] + [{"ai": 1}] * (rules.game(ruleset).players[0] - 1)
    game = ann.post("/games", {"ruleset": ruleset, "seats": seats}).json
    assert game
    shown = ann.get(f"/games/{game['id']}/position").json
    valid(SHOWN, shown)
    assert shown
    assert (shown["position"]["ruleset"], shown["setup"]["game"]) == (ruleset, ruleset)
    valid({"$ref": "#/components/schemas/Game"}, game)


def test_what_nothing_has_changed_is_not_sent_again(running: Match) -> None:
    first = running.ann.get(f"{running.path}/position")
    again = running.ann.get(f"{running.path}/position", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (304, b"")
