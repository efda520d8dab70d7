"""Series over the API: chosen with the first game, and reported in each game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.api.program import Program, code

WISH = {"ruleset": "seasons", "seats": [{"me": True}, {"account": "bob"}], "shuffle_seats": False}


def test_each_game_says_how_the_series_stands_and_events_lead_from_one_to_the_next(ann: Program, bob: Program) -> None:
    made = ann.post("/games", {**WISH, "series": {"first_to": 1}}).json
    assert made
    first = {"id": made["id"], "round": 1, "first_to": 1, "wins": [0, 0], "is_over": False, "winner": None}
    assert made["series"] == first
    bob.post(f"/games/{made['id']}/join")
    before = ann.get(f"/games/{made['id']}").headers["ETag"]

    bob.post(f"/games/{made['id']}/resign")

    over = ann.get(f"/games/{made['id']}")
    assert over.json
    assert over.json["series"] == {**first, "wins": [1, 0], "is_over": True, "winner": 0}
    assert over.headers["ETag"] != before
    told = ann.get("/events?types=series.finished").json
    assert told
    assert [event["data"] for event in told["events"]] == [{"series": made["id"], "winner": 0, "wins": [1, 0]}]


def test_the_next_game_is_there_as_soon_as_the_one_before_is_over(ann: Program, bob: Program) -> None:
    made = ann.post("/games", {**WISH, "series": {"first_to": 2}}).json
    assert made
    bob.post(f"/games/{made['id']}/join")

    bob.post(f"/games/{made['id']}/resign")

    found = ann.get("/games?mine=true&status=active").json
    assert found
    [second] = found["games"]
    series = {"id": made["id"], "round": 2, "first_to": 2, "wins": [0, 1], "is_over": False, "winner": None}
    assert second["series"] == series
    assert [seat["account"] for seat in second["seats"]] == ["bob", "ann"]


def test_a_game_by_itself_is_of_no_series(ann: Program, bob: Program) -> None:
    made = ann.post("/games", {**WISH, "series": None}).json
    assert made
    assert made["series"] is None


@pytest.mark.parametrize("series", [{}, {"first_to": 0}, {"first_to": 6}, {"first_to": "3"}, {"first_to": 3, "x": 1}])
def test_what_is_no_series_is_refused(ann: Program, bob: Program, series: dict[str, Any]) -> None:
    assert ann.post("/games", {**WISH, "series": series}).status_code == 422


def test_there_is_no_series_of_matches(ann: Program, bob: Program) -> None:
    refused = ann.post("/matches", {**WISH, "series": {"first_to": 2}})
    assert code(refused) == (422, "bad-request")
    assert refused.json
    assert [error["pointer"] for error in refused.json["errors"]] == ["/series"]
