"""Lines of moves over REST, and the branches that are kept of them."""

from __future__ import annotations

from service.models import Visibility
from tests.service.api.makers import told
from tests.service.api.program import Match, code, program_of
from tests.service.conftest import settings
from tests.service.tables import table

__all__ = ["settings"]

LINE = "place max-15 / roll 1 2 3 / place min-9"


def test_a_line_shows_where_it_leads_and_writes_nothing(running: Match) -> None:
    before = running.ann.get(running.path).json
    shown = told(running.ann.get(f"{running.path}/what-if", query_string={"line": LINE}))
    assert [(each["seat"], each["move"]) for each in shown["moves"]] == [
        (0, "place max-15"),
        (-1, "roll 1 2 3"),
        (1, "place min-9"),
    ]
    assert all(isinstance(text, str) and text for each in shown["moves"] for text in each["told"])
    assert (shown["at"], shown["line"], shown["to_move"], shown["winners"]) == (1, LINE, -1, None)
    assert shown["actions"] == []
    assert sum(each["probability"] for each in shown["outcomes"]) > 0.999
    assert "min-9" in shown["board"]
    assert running.ann.get(running.path).json == before


def test_a_line_of_one_move_is_its_preview(running: Match) -> None:
    shown = told(running.ann.get(f"{running.path}/what-if", query_string={"line": "place max-15"}))
    preview = told(running.ann.post(f"{running.path}/previews", {"version": 1, "move": "place max-15"}))
    assert {name: shown[name] for name in preview} == preview


def test_actions_are_those_that_go_on_from_the_beginning_of_a_move(running: Match) -> None:
    siesta = f"/games/{table('cyd', 'dee', ruleset='siesta').id}/what-if"
    cyd = program_of(running.ann.client, "cyd")
    first = told(cyd.get(siesta, query_string={"after": "sun f6, roof g6"}))
    assert (first["complete"], "shadow h6" in first["actions"]) == (False, True)
    whole = told(cyd.get(siesta, query_string={"after": "sun f6, roof g6, shadow h6"}))
    assert whole["complete"] is True
    assert code(cyd.get(siesta, query_string={"after": "roof g6"}))[0] == 422
    at_dice = {"line": "place max-15", "after": "place max-15"}
    assert code(running.ann.get(f"{running.path}/what-if", query_string=at_dice)) == (422, "impossible-outcome")


def test_a_refusal_names_the_move(running: Match) -> None:
    refused = running.ann.get(
        f"{running.path}/what-if", query_string={"line": "place max-15 / roll 1 2 3 / place max-99"}
    )
    assert refused.status_code == 422
    assert refused.json
    assert refused.json["number"] == 3
    assert code(running.ann.get(f"{running.path}/what-if", query_string={"at": "99"})) == (404, "no-such-position")
    assert code(running.ann.get(f"{running.path}/what-if", query_string={"line": "a1/" * 51})) == (422, "line-too-long")
    assert code(running.ann.get(f"{running.path}/what-if", query_string={"line": "x" * 2001})) == (422, "bad-request")


def test_a_line_is_a_plan_for_who_waits(running: Match) -> None:
    shown = told(running.bob.get(f"{running.path}/what-if", query_string={"line": LINE}))
    assert shown["plan"] == "if place max-15 then place min-9"
    assert told(running.ann.get(f"{running.path}/what-if", query_string={"line": LINE}))["plan"] is None


def test_a_branch_is_kept_listed_shown_changed_and_deleted(running: Match) -> None:
    path = f"{running.path}/branches"
    made = running.ann.post(path, {"name": "my corner", "line": "Place Max-15 / roll 1 2 3"})
    kept = told(made, 201)
    assert made.headers["Location"] == f"/api/v1{path}/{kept['id']}"
    assert (kept["name"], kept["at"], kept["line"]) == ("my corner", 1, "place max-15 / roll 1 2 3")
    assert told(running.ann.get(path))["branches"] == [kept]
    assert told(running.ann.get(f"{path}/{kept['id']}")) == kept
    changed = told(running.ann.call("PATCH", f"{path}/{kept['id']}", json={"line": LINE}))
    assert (changed["name"], changed["line"]) == ("my corner", LINE)
    assert running.ann.call("DELETE", f"{path}/{kept['id']}").status_code == 204
    assert told(running.ann.get(path))["branches"] == []
    assert code(running.ann.call("DELETE", f"{path}/{kept['id']}")) == (404, "not-found")


def test_nobody_else_sees_branches_nor_does_an_event_tell_of_them(running: Match) -> None:
    path = f"{running.path}/branches"
    kept = told(running.ann.post(path, {"name": "mine", "line": LINE}), 201)
    before = told(running.ann.get("/events"))["events"]
    assert told(running.bob.get(path))["branches"] == []
    assert code(running.bob.get(f"{path}/{kept['id']}")) == (404, "not-found")
    assert code(running.bob.call("PATCH", f"{path}/{kept['id']}", json={"name": "his"})) == (404, "not-found")
    assert "mine" not in str(running.bob.get(f"{running.path}/record").json)
    assert told(running.ann.get("/events"))["events"] == before
    assert not any("branch" in event["type"] for event in before)


def test_a_branch_sent_again_with_its_key_is_one(running: Match) -> None:
    path, key = f"{running.path}/branches", {"Idempotency-Key": "once"}
    made = [told(running.ann.post(path, {"name": "mine"}, headers=key), 201) for _ in range(2)]
    assert made[0] == made[1]
    assert code(running.ann.post(path, {"name": "mine"})) == (409, "branch-name-taken")
    assert len(told(running.ann.get(path))["branches"]) == 1


def test_who_only_watches_thinks_for_themselves(running: Match) -> None:
    watched = table("cyd", "dee", visibility=Visibility.PUBLIC)
    for path in ("what-if", "branches"):
        assert code(running.ann.get(f"/games/{watched.id}/{path}")) == (403, "not-a-player")
        assert code(program_of(running.ann.client, "eve").get(f"{running.path}/{path}")) == (404, "not-found")
