"""Playing a bot now, over REST."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.api.makers import made, program, told
from tests.service.api.program import Program, code


@pytest.fixture
def rusty(ann: Program) -> Program:
    """Create an online bot that accepts automatically."""
    made(ann)
    bot = program(ann)
    told(bot.post("/bots/me/heartbeat"))
    return bot


def sought(asker: Program, **wish: Any) -> dict[str, Any]:
    return told(asker.post("/challenges", {"to": {"bot": True}, "ruleset": "siesta", **wish}), 201)


def test_a_bot_is_asked_joins_and_plays(bob: Program, rusty: Program) -> None:
    challenge = sought(bob, days_per_move=5)
    assert (challenge["state"], challenge["opponent"], challenge["asked"]) == ("asking", "rusty", 1)
    [invited] = told(rusty.get("/games", query_string={"mine": "true", "status": "inviting"}))["games"]
    assert (invited["id"], invited["days_per_move"]) == (challenge["game_id"], 5)
    told(rusty.post(f"/games/{challenge['game_id']}/join", {}))
    shown = told(bob.get(f"/challenges/{challenge['id']}"))
    assert (shown["state"], shown["opponent"], shown["answer_until"]) == ("playing", "rusty", None)
    types = [event["type"] for event in told(bob.get("/events"))["events"]]
    expected = ["game.invited", "game.invited", "challenge.changed", "game.joined", "game.started", "turn.started"]
    assert sorted(types) == sorted([*expected, "challenge.changed"])


def test_one_that_accepts_at_once_plays_at_once_and_what_is_sent_again_is_done_once(ann: Program, bob: Program) -> None:
    made(ann, auto_accept=True)
    told(program(ann).post("/bots/me/heartbeat"))
    key = {"headers": {"Idempotency-Key": "once"}}
    answers = [bob.post("/challenges", {"to": {"bot": True}, "ruleset": "siesta"}, **key) for _ in range(2)]
    challenge, again = (told(answer, 201) for answer in answers)
    assert (challenge, answers[0].headers["Location"]) == (again, f"/api/v1/challenges/{challenge['id']}")
    assert challenge["state"] == "playing"
    assert told(bob.get(f"/games/{challenge['game_id']}"))["status"] == "active"
    assert [each["id"] for each in told(bob.get("/me/challenges"))["challenges"]] == [challenge["id"]]


def test_it_is_withdrawn_and_nobody_elses_is_seen(ann: Program, bob: Program, rusty: Program) -> None:
    challenge = sought(bob)
    path = f"/challenges/{challenge['id']}"
    assert code(bob.post("/challenges", {"to": {"bot": True}})) == (409, "asking-already")
    assert code(ann.get(path)) == code(ann.call("DELETE", path)) == (404, "not-found")
    assert bob.call("DELETE", path).status_code == 204
    assert told(bob.get(path))["state"] == "withdrawn"
    assert code(rusty.post(f"/games/{challenge['game_id']}/join", {})) == (409, "game-over")


def test_without_a_bot_there_is_the_computer(ann: Program, bob: Program) -> None:
    made(ann)
    answer = bob.post("/challenges", {"to": {"bot": True}})
    assert code(answer) == (409, "no-bot-available")
    assert answer.json is not None
    assert '"ai"' in answer.json["advice"]
    assert told(bob.get("/games", query_string={"mine": "true"}))["games"] == []


def test_bots_seek_no_bots(rusty: Program) -> None:
    assert code(rusty.post("/challenges", {"to": {"bot": True}})) == (403, "not-a-person")
