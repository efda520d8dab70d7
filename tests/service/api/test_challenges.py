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


def test_one_player_is_challenged_and_accepts_by_the_same_id(ann: Program, bob: Program) -> None:
    made = told(ann.post("/challenges", {"to": {"account": "bob"}, "ruleset": "siesta", "days_per_move": 5}), 201)
    assert (made["state"], made["opponent"], made["id"]) == ("asking", "bob", made["game_id"])
    begun = told(bob.post(f"/challenges/{made['id']}/accept", {}), 201)
    assert (begun["id"], begun["status"], begun["days_per_move"]) == (made["game_id"], "active", 5)


def test_one_player_declines_or_the_other_withdraws(ann: Program, bob: Program) -> None:
    wish = {"to": {"account": "bob"}, "ruleset": "siesta"}
    made = told(ann.post("/challenges", wish), 201)
    assert told(bob.post(f"/challenges/{made['id']}/decline", {}))["status"] == "cancelled"
    again = told(ann.post("/challenges", wish), 201)
    assert code(bob.call("DELETE", f"/challenges/{again['id']}")) == (404, "not-found")
    assert ann.call("DELETE", f"/challenges/{again['id']}").status_code == 204
    assert told(bob.get("/games", query_string={"mine": "true", "status": "inviting"}))["games"] == []


def test_the_computer_is_challenged_and_the_game_begins(ann: Program) -> None:
    made = told(ann.post("/challenges", {"to": {"ai": 2}, "ruleset": "siesta"}), 201)
    assert (made["state"], made["opponent"]) == ("playing", None)


def test_a_challenge_is_to_exactly_one(ann: Program) -> None:
    for to in ({}, {"anybody": True, "bot": True}):
        assert code(ann.post("/challenges", {"to": to, "ruleset": "siesta"})) == (422, "no-challenge")


def test_who_waits_is_listed_with_rating_and_range(ann: Program, bob: Program) -> None:
    wish = {"to": {"anybody": True}, "ruleset": "siesta", "rating_from": 1400, "rating_to": 1600}
    challenge = told(ann.post("/challenges", wish), 201)
    [listed] = told(bob.get("/challenges"))["challenges"]
    assert (listed["rating"], listed["rating_from"], listed["rating_to"]) == (None, 1400, 1600)
    assert told(ann.get(f"/challenges/{challenge['id']}"))["state"] == "waiting"
    assert code(bob.get(f"/challenges/{challenge['id']}")) == (404, "not-found")


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
