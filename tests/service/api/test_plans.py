"""Plans over REST."""

from __future__ import annotations

from tests.service.api.makers import invite, told
from tests.service.api.program import Program, code
from workers.jobs import plans

NONE = {"text": "", "turns_left": 0, "plays_only_moves": False, "waits": False, "set_at": None, "ended": None}


def test_a_plan_is_kept_shown_to_its_player_alone_and_played(ann: Program, bob: Program) -> None:
    game = told(invite(ann, "bob", ruleset="springtime", shuffle_seats=False), 201)["id"]
    path = f"/games/{game}"
    told(bob.post(f"{path}/join", {}))
    assert told(bob.get(f"{path}/plan")) == NONE
    assert code(ann.call("PUT", f"{path}/plan", json={"text": "if e7 then g7"})) == (409, "plan-on-your-turn")
    kept = told(bob.call("PUT", f"{path}/plan", json={"text": "If E5 then e7 or g5", "plays_only_moves": True}))
    assert (kept["text"], kept["turns_left"], kept["plays_only_moves"]) == ("if e5 then e7 or g5", 1, True)
    assert told(bob.call("PUT", f"{path}/plan", json={"text": "if e5 then e7 or g5"}))["text"] == kept["text"]
    assert told(bob.get(f"{path}/plan"))["text"] == kept["text"]
    assert told(ann.get(f"{path}/plan")) == NONE
    told(ann.play(game, "e5"), 201)
    plans.run()
    shown = told(ann.get(path))
    assert shown["to_move"] == 0
    assert told(ann.get(f"{path}/log"))["log"][-1]["action"] == "e7"
    types = [event["type"] for event in told(ann.get("/events?after=0"))["events"]]
    assert not [each for each in types if "plan" in each]
    assert bob.call("DELETE", f"{path}/plan").status_code == 204
    told(ann.post(f"{path}/resign", {}))
    assert code(bob.call("PUT", f"{path}/plan", json={"text": ""})) == (409, "game-over")


def test_a_refusal_names_the_branch_and_the_rule(ann: Program, bob: Program) -> None:
    game = told(invite(ann, "bob", ruleset="springtime", shuffle_seats=False), 201)["id"]
    told(bob.post(f"/games/{game}/join", {}))
    refused = told(bob.call("PUT", f"/games/{game}/plan", json={"text": "if e5 then e7; if e6 then a1"}), 422)
    assert (refused["code"], refused["branch"], refused["move"]) == ("plan-illegal", "if e6", "a1")
    assert refused["reason"]
    unread = told(bob.call("PUT", f"/games/{game}/plan", json={"text": "if e5 e7"}), 422)
    assert (unread["code"], unread["expected"]) == ("bad-plan", "then")
