"""Tournaments over the API, by their organiser and by players."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.service.api.makers import told
from tests.service.api.program import Program, program_of
from tests.service.conftest import FakeClock
from workers.jobs import tournaments

TERMS = {"title": "Autumn", "ruleset": "siesta", "system": "round-robin", "most_entries": 2}


@pytest.fixture
def olga(client: FlaskClient) -> Program:
    """Return the organiser's program."""
    return program_of(client, "olga")


def test_a_tournament_is_created_entered_played_and_made_final(olga: Program, ann: Program, bob: Program) -> None:
    made = told(olga.post("/tournaments", TERMS), 201)
    assert (made["number"], made["state"], made["organiser"], made["rounds"]) == (1, "open", "olga", None)
    address = f"/tournaments/{made['id']}"
    assert told(ann.post(f"{address}/entries", {}), 201)["state"] == "entered"
    told(bob.post(f"{address}/entries", {}), 201)
    tournaments.run()
    seen = told(ann.get(address))
    [pairing] = seen["pairings"]
    assert (seen["state"], seen["round"], sorted(pairing["players"])) == ("running", 1, ["ann", "bob"])
    told(ann.post(f"/games/{pairing['game']}/resign", {}))
    tournaments.run()
    seen = told(bob.get(address))
    assert (seen["state"], seen["table"][0]["player"], seen["table"][0]["half_points"]) == ("finished", "bob", 2)
    assert told(olga.post(f"{address}/final", {}))["final_at"] is not None
    kinds = [event["type"] for event in told(bob.get("/events"))["events"] if event["game"] is None]
    assert kinds == ["tournament.started", "tournament.round", "tournament.finished"]
    theirs = [event["type"] for event in told(olga.get("/events"))["events"]]
    assert theirs == kinds


def test_the_organiser_pauses_removes_and_decides_with_reasons_that_all_can_read(
    olga: Program, ann: Program, bob: Program, anybody: Program, clock: FakeClock
) -> None:
    made = told(olga.post("/tournaments", TERMS | {"idle_days": 1}), 201)
    address = f"/tournaments/{made['id']}"
    for player in (ann, bob):
        told(player.post(f"{address}/entries", {}), 201)
    tournaments.run()
    paused = told(olga.call("PATCH", address, json={"state": "paused", "title": "Winter", "reason": "A break."}))
    assert (paused["state"], paused["title"]) == ("paused", "Winter")
    assert olga.call("PATCH", address, json={"state": "running"}).status_code == 422
    assert told(olga.call("PATCH", address, json={"state": "running", "reason": " "}), 422)["code"] == "bad-text"
    told(olga.call("PATCH", address, json={"state": "running", "reason": "We go on."}))
    decision = {"half_points": [0, 2], "reason": "Nobody moves."}
    assert told(olga.post(f"{address}/pairings/1/1/adjudicate", decision), 409)["code"] == "not-idle"
    clock.advance(days=2)
    told(olga.post(f"{address}/pairings/1/1/adjudicate", decision))
    assert olga.call("DELETE", f"{address}/entries/bob").status_code == 422
    assert olga.call("DELETE", f"{address}/entries/bob", json={"reason": "Unfair play."}).status_code == 204
    seen = told(anybody.get(address))
    assert [(each["what"], each["player"], each["reason"]) for each in seen["log"]] == [
        ("renamed", None, "A break."),
        ("paused", None, "A break."),
        ("resumed", None, "We go on."),
        ("adjudicated", None, "Nobody moves."),
        ("removed", "bob", "Unfair play."),
    ]
    assert seen["pairings"][0]["decided_by"] == "Nobody moves."
    assert [each["state"] for each in seen["entries"]] == ["entered", "removed"]


def test_lists_show_open_tournaments_as_lines_too(olga: Program, anybody: Program) -> None:
    made = told(olga.post("/tournaments", TERMS), 201)
    assert [each["id"] for each in told(anybody.get("/tournaments"))["tournaments"]] == [made["id"]]
    assert told(anybody.get("/tournaments", query_string={"state": "running"}))["tournaments"] == []


def test_an_organiser_has_ten_tournaments_at_a_time(olga: Program) -> None:
    for _ in range(10):
        told(olga.post("/tournaments", TERMS), 201)
    assert told(olga.post("/tournaments", TERMS), 429)["code"] == "limit-reached"
