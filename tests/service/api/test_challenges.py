"""Challenges over REST."""

from __future__ import annotations

from tests.service.api.makers import made, program, told
from tests.service.api.program import Program, code


def test_a_challenge_is_made_listed_taken_up_and_withdrawn(ann: Program, bob: Program) -> None:
    challenge = told(ann.post("/challenges", {"to": {"anybody": True}, "ruleset": "siesta", "most_days": 5}), 201)
    assert (challenge["player"], challenge["game_id"], challenge["rests"]) == ("ann", None, False)
    [listed] = told(bob.get("/challenges", query_string={"ruleset": "siesta"}))["challenges"]
    assert listed["id"] == challenge["id"]
    assert told(bob.get("/challenges", query_string={"ruleset": "dawn"}))["challenges"] == []
    game = told(bob.post(f"/challenges/{listed['id']}/accept", {}), 201)
    assert (game["status"], game["days_per_move"]) == ("active", 5)
    assert told(ann.get("/me/challenges"))["challenges"][0]["games"] == 1
    assert ann.call("DELETE", f"/challenges/{challenge['id']}").status_code == 204
    assert told(ann.get("/me/challenges"))["challenges"] == []
    assert told(bob.get(f"/games/{game['id']}"))["status"] == "active"


def test_challenges_that_fit_meet_at_once_and_events_tell_both_once(ann: Program, bob: Program) -> None:
    told(ann.post("/challenges", {"to": {"anybody": True}, "ruleset": "siesta"}), 201)
    met = told(bob.post("/challenges", {"to": {"anybody": True}, "ruleset": "siesta", "least_days": 1}), 201)
    assert (met["games"], met["game_id"]) == (
        1,
        told(ann.get("/games", query_string={"mine": "true"}))["games"][0]["id"],
    )
    for player in (ann, bob):
        types = [event["type"] for event in told(player.get("/events"))["events"]]
        assert sorted(types) == ["game.invited", "game.joined", "game.started", "turn.started"]


def test_what_is_sent_again_is_done_once(ann: Program, bob: Program) -> None:
    challenge = told(ann.post("/challenges", {"to": {"anybody": True}, "ruleset": "siesta", "at_once": 3}), 201)
    key = {"headers": {"Idempotency-Key": "once"}}
    games = [told(bob.post(f"/challenges/{challenge['id']}/accept", {}, **key), 201)["id"] for _ in range(2)]
    assert games[0] == games[1]
    assert told(ann.get("/me/challenges"))["challenges"][0]["games"] == 1


def test_bots_have_no_challenges(ann: Program) -> None:
    made(ann)
    bot = program(ann)
    assert code(bot.post("/challenges", {"to": {"anybody": True}, "ruleset": "siesta"})) == (403, "not-a-person")
